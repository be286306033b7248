import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '@/lib/policy/catalogue';
import { suggestClass } from './code-suggestion';

const NONE = { transient: [], terminal: [] };
const SOME = { transient: ['a', 'b'], terminal: ['c'] };

describe('what is suggested, in its order', () => {
  it('first the catalogue, whose spelling may be another, with its source', () => {
    expect(suggestClass('HTTP-503', SOME)).toEqual({
      ...{ from: 'catalogue', class: 'transient', token: 'http_503', source: 'RFC 9110 §15.6' },
    });
    const extra = { rows: [{ token: 'psp_busy', class: 'transient', source: 'PSP manual' }] } as const;
    expect(suggestClass('PSP_BUSY', NONE, extra)).toMatchObject({ from: 'catalogue', source: 'PSP manual' });
  });

  it('then what colleagues decided, by majority; divided, it has no class', () => {
    expect(suggestClass('psp_timeout', SOME)).toMatchObject({ from: 'colleagues', class: 'transient' });
    expect(suggestClass('psp_timeout', { transient: [], terminal: ['c'] })).toMatchObject({ class: 'terminal' });
    expect(suggestClass('psp_timeout', { transient: ['a'], terminal: ['c'] })).toMatchObject({
      ...{ from: 'colleagues', class: null },
    });
  });

  it.each([
    ['psp_timeout', 'transient', 'timeout', 'timeout'],
    ['PaymentGatewayTimeoutException', 'transient', 'timeout', null],
    ['acme.MySocketTimeoutException', 'transient', 'timeout', null],
    ['BANK-503', 'transient', 'http_503', '503'],
    ['order.not_found', 'terminal', 'not_found', 'not_found'],
    ['card permission denied', 'terminal', 'permission_denied', 'permission_denied'],
  ])('then a part of the code that is in the catalogue: %s', (code, failureClass, token, part) => {
    const found = suggestClass(code, NONE);
    expect(found).toMatchObject({ from: 'similar', via: 'words', class: failureClass });
    if (token === 'timeout') expect(found).toHaveProperty('token');
    else expect(found).toMatchObject({ token });
    if (part !== null) expect(found).toMatchObject({ part });
  });

  it('then the class of an HTTP status', () => {
    expect(suggestClass('HTTP 418', NONE)).toMatchObject({
      ...{ from: 'similar', via: 'http_class', class: 'terminal', token: 'http_400', part: 'http_418' },
    });
  });

  it.each([['E_ODD'], ['4711'], ['23505x'], [''], ['timeout_not_found'], ['card_declined'], ['余额不足']])(
    'else nothing: %s',
    (code) => expect(suggestClass(code, NONE)).toBeNull(),
  );

  it('every token of the catalogue is its own suggestion', () => {
    for (const { token, class: each } of CATALOGUE)
      expect(suggestClass(token, NONE)).toMatchObject({ from: 'catalogue', class: each });
  });
});
