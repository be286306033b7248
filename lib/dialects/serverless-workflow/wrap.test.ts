import { expect, test } from 'vitest';
import { policyFrom, SKELETON } from '../testing/policies';
import { serverlessWorkflow } from '.';

const HEAD = 'document:\n  dsl: 1.0.0\n  namespace: n\n  name: w\n  version: 0.1.0\ndo:\n- a:\n';
const BLOCK = `${HEAD}    call: http
    # where it goes on
    # afterwards
    then: end # the end
    # what is called
    with:
      method: get
      body: |
        # no remark
    if: .x
    output: {as: .y}`;
const JSON_TEXT =
  '{"document":{"dsl":"1.0.0","namespace":"n","name":"w","version":"0.1.0"},"do":[{"a":{"call":"http","then":"end","with":{"method":"get"},"if":".x"}}]}';

const write = (text: string, policy: object) => {
  const fileName = text.startsWith('{') ? 'w.json' : 'w.yaml';
  const change = { nodeId: 'a', policy: policyFrom(policy), replaceEngineRetry: true };
  const written = serverlessWorkflow.write({ text, fileName, sidecar: null }, [change]);
  if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
  return written.text;
};

test('remarks go with the key that they stand above', () => {
  const written = write(BLOCK, SKELETON);
  expect(written).toContain('\n    # where it goes on\n    # afterwards\n    then: end # the end\n    if: .x');
  expect(written).toContain('\n        call: http\n        # what is called\n        with:\n');
  expect(written).toContain('            # no remark\n        output: {as: .y}\n');
});

test.each([BLOCK, `${BLOCK}\n`, BLOCK.replaceAll('\n', '\r\n'), `\uFEFF${BLOCK}\n`, JSON_TEXT])(
  'taken away again after one policy or two, the bytes are what they were: %j',
  (text) => {
    for (const first of [{ owner: 'ops' }, SKELETON]) {
      const written = write(text, first);
      if (text.includes('\r\n')) expect(written).not.toMatch(/[^\r]\n/);
      expect(write(written, {})).toBe(text);
      expect(write(write(written, SKELETON), {})).toBe(text);
    }
  },
);
