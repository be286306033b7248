import { describe, expect, it } from 'vitest';
import { attachment } from './content-disposition';

describe('attachment', () => {
  it.each([
    ['orders.asl.json', `attachment; filename="orders.asl.json"; filename*=UTF-8''orders.asl.json`],
    ['订单 1.yaml', `attachment; filename="__ 1.yaml"; filename*=UTF-8''%E8%AE%A2%E5%8D%95%201.yaml`],
    ["it's (a) *.yaml", `attachment; filename="it's (a) *.yaml"; filename*=UTF-8''it%27s%20%28a%29%20%2A.yaml`],
    ['50%".yaml', `attachment; filename="50__.yaml"; filename*=UTF-8''50%25%22.yaml`],
    ['../../etc/passwd', `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
    ['a\r\nSet-Cookie: b', `attachment; filename="a__Set-Cookie: b"; filename*=UTF-8''a__Set-Cookie%3A%20b`],
    ['broken \uD800.yaml', `attachment; filename="broken _.yaml"; filename*=UTF-8''broken%20_.yaml`],
    ['', `attachment; filename="download"; filename*=UTF-8''download`],
  ])('%j', (fileName, header) => {
    expect(attachment(fileName)).toBe(header);
  });
});
