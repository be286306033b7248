import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reconcileSides } from '../node-sides';
import { nodeText } from '../node-text';
import { expectValid } from '../testing/google-rules';
import { POLICIES, policyFrom } from '../testing/policies';
import { policiesSurvive } from '../testing/properties';
import { SMALL_STEPS, STEPS } from '../testing/steps';
import type { DefinitionText } from '../types';
import { googleWorkflows } from '.';

const text = (written: string, fileName = 'w.yaml'): DefinitionText => ({ fileName, sidecar: null, text: written });
const RETRY = { maxAttempts: 3, backoff: 'exponential', initialInterval: '5s', maxInterval: '1m' };
/** What the engine's own predicate tries again. */
const DEFAULT = ['http_429', 'http_502', 'http_503', 'http_504', 'timeout', 'connection_reset', 'connection_refused'];
const own = policyFrom({
  retry: { ...RETRY, retryOn: ['timeout', 'http_5xx'] },
  classification: [{ code: 'http_501', class: 'terminal' }],
});
const builtIn = policyFrom({ retry: { ...RETRY, retryOn: DEFAULT } });

function write(source: DefinitionText, nodeId: string, policy: typeof own, replaceEngineRetry = true) {
  const written = googleWorkflows.write(source, [{ nodeId, policy, replaceEngineRetry }]);
  if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
  return { ...source, text: written.text, sidecar: written.sidecar };
}

describe('a try around a call', () => {
  test('every byte of the call but its indentation, and the predicate below', () => {
    const source = text(`main:
  steps:
    - a:
        # before
        call: http.post # what
        args:
          body: |
            one

              two
        result: r
          # deeper

        next: end
    - b: {return: 1}
# [END]
`);
    const written = write(source, 'a', own);
    expect(written.text).toBe(`main:
  steps:
    - a:
        # before
        try:
          call: http.post # what
          args:
            body: |
              one

                two
          result: r
            # deeper
        retry:
          predicate: \${retry_if_a}
          max_retries: 2
          backoff:
            initial_delay: 5
            max_delay: 60
            multiplier: 2

        next: end
    - b: {return: 1}

# Failpath: whether a is tried again
retry_if_a:
  params: [e]
  steps:
    - when:
        switch:
          - condition: '\${string(default(map.get(e, "code"), "")) in ["501"]}'
            return: false
          - condition: '\${"TimeoutError" in default(map.get(e, "tags"), [])}'
            return: true
          - condition: '\${text.match_regex(string(default(map.get(e, "code"), "")), "^5[0-9][0-9]$")}'
            return: true
    - otherwise:
        return: false
# [END]
`);
    expect(written.sidecar).toBeNull();
    expect(write(written, 'a', {}).text).toBe(source.text);
    const changed = write(written, 'a', builtIn);
    expect(changed.text).toContain(`predicate: \${http.default_retry_predicate}\n`);
    expect(changed.text).not.toContain('retry_if_a');
    expect(write(changed, 'a', own).text).toBe(written.text);
  });

  test('in JSON, over lines and on one', () => {
    const call = { call: 'http.get', args: { url: 'https://x' } };
    const steps = [{ a: { ...call, next: 'end' } }];
    const retry = {
      predicate: `\${http.default_retry_predicate}`,
      max_retries: 2,
      backoff: { initial_delay: 5, max_delay: 60, multiplier: 2 },
    };
    for (const indent of [undefined, 2, '\t']) {
      const source = text(JSON.stringify(steps, null, indent), 'w.json');
      const written = write(source, 'a', builtIn);
      expect(JSON.parse(written.text)).toEqual([{ a: { try: call, retry, next: 'end' } }]);
      if (indent) expect(written.text).toBe(JSON.stringify([{ a: { try: call, retry, next: 'end' } }], null, indent));
      expect(write(written, 'a', {}).text).toBe(source.text);
    }
  });

  test.each(STEPS)('$fileName: taken away again, the text is what it was', (source) => {
    const { workflow } = googleWorkflows.read(source);
    for (const node of workflow?.nodes ?? []) {
      if (!node.canCarryPolicy || node.config.retry !== undefined || node.engineRetry.length > 0) continue;
      for (const policy of [own, builtIn]) {
        const written = write(source, node.id, policy);
        expect(written.text, node.id).not.toBe(source.text);
        expect(write(written, node.id, {}).text, node.id).toBe(source.text);
      }
    }
  });

  test.each(STEPS)('$fileName: on all steps at once, and away again', (source) => {
    const able = googleWorkflows.read(source).workflow?.nodes.filter((node) => node.canCarryPolicy) ?? [];
    const plainOnes = able.filter(({ config, engineRetry }) => !config.retry && engineRetry.length === 0);
    const all = (from: DefinitionText, policy: typeof own) => {
      const changes = plainOnes.map(({ id }) => ({ nodeId: id, policy }));
      const written = googleWorkflows.write(from, changes);
      if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
      return { ...from, text: written.text, sidecar: written.sidecar };
    };
    expect(all(all(source, own), {}).text).toBe(source.text);
  });

  test('is said before it is put there', () => {
    const [list] = STEPS;
    if (!list) throw new Error('no sample');
    const wraps = (nodeId: string, policy = builtIn) => googleWorkflows.wraps?.(list, { nodeId, policy });
    expect([wraps('a'), wraps('c'), wraps('d'), wraps('a', {}), wraps('unknown')]).toEqual([
      'try',
      null,
      null,
      null,
      null,
    ]);
  });

  test.each([
    ['- a:\n    call: http.get\n    next: end\n    args: {}\n', 'google_cannot_wrap'],
    ['- a: &x\n    call: http.get\n- b: *x\n', 'anchor_shared'],
    ['- a:\n    <<: {call: http.get}\n', 'inherited_value'],
    ['- a:\n    <<: {call: http.get}\n    result: x\n', 'inherited_value'],
    ['- b: {return: 1}\n- a: {return: 2}\n', 'google_cannot_carry'],
    ['- a: {call: x}\n- a: {call: y}\n', 'node_ambiguous'],
  ])('refused: %j', (written, code) => {
    const outcome = googleWorkflows.write(text(written), [{ nodeId: 'a', policy: builtIn }]);
    expect(outcome).toMatchObject({ ok: false, diagnostics: [{ code }] });
  });
});

describe('a try that is there', () => {
  const source = text(`main:
  steps:
    - a:
        try:
          call: http.get
        retry:
          predicate: \${mine} # ours
          max_retries: 5
          backoff: {initial_delay: 2, max_delay: 60.0, multiplier: 2}
        except: {as: e}
    - b:
        try:
          steps:
            - inner: {call: http.get}
        retry: \${http.default_retry}
mine:
  params: [e]
  steps:
    - ask: {switch: [{condition: '\${e.code == 500}', return: true}]}
    - no: {return: false}
`);

  test('is changed in place; a predicate that somebody wrote stays', () => {
    const fewer = policyFrom({ retry: { ...RETRY, maxAttempts: 5, initialInterval: '2s', retryOn: ['http_500'] } });
    expect(write(source, 'a', fewer).text).toBe(source.text.replace('max_retries: 5', 'max_retries: 4'));
    const written = write(source, 'a', own);
    expect(written.text).toContain(`predicate: \${retry_if_a} # ours\n`);
    expect(written.text).toContain('max_delay: 60.0,');
    expect(written.text).toContain('\nmine:\n');
    expect(write(written, 'a', {}).text).toBe(source.text.replace(/ {8}retry:\n(?: {10}.*\n)+/, ''));
  });

  test('around several steps stays, and says that nothing is tried again', () => {
    const gone = write(source, 'b', {});
    expect(gone.text).toContain(`retry:\n          predicate: \${retry.never}\n          max_retries: 1\n`);
    expect(write(gone, 'b', {}).text).toBe(gone.text);
    expect(googleWorkflows.read(gone).workflow?.nodes.find(({ id }) => id === 'b')).toMatchObject({
      engineRetry: [],
      canCarryPolicy: true,
    });
  });

  test('an outer and an inner one at once', () => {
    const nested = text(source.text.replace('        except: {as: e}\n', '').replace(' # ours', ''));
    const both = googleWorkflows.write(nested, [
      { nodeId: 'b', policy: own },
      { nodeId: 'inner', policy: own },
      { nodeId: 'a', policy: {} },
    ]);
    if (!both.ok) throw new Error(JSON.stringify(both.diagnostics));
    expect(both.text).toMatch(/- inner: \{try: \{call: http\.get\}, retry: \{predicate: '\$\{retry_if_inner\}', /);
    expect(both.text).toMatch(/- a:\n {8}call: http\.get\n {4}- b:/);
  });
});

describe('a predicate of ours', () => {
  const source = text('main:\n  steps:\n    - a: {call: x}\n    - b:\n        call: y\n');
  const written = write(write(source, 'a', own), 'b', own);

  test('has a name for each step, and none of its steps is a node', () => {
    expect(written.text.match(/^retry_if_\w+/gm)).toEqual(['retry_if_a', 'retry_if_b']);
    expect(googleWorkflows.read(written).workflow?.nodes.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(write(write(written, 'b', {}), 'a', {}).text).toBe(source.text);
  });

  test('that another step uses as well stays for it', () => {
    const shared = text(written.text.replace(`\${retry_if_b}`, `\${retry_if_a}`));
    const other = policyFrom({ retry: { ...RETRY, retryOn: ['http_409'] } });
    const changed = write(shared, 'a', other);
    expect(changed.text).toContain('retry_if_a_2:');
    expect(googleWorkflows.read(changed).workflow?.nodes.map(({ config }) => config.retry)).toMatchObject([
      { retryOn: ['http_409'] },
      { retryOn: ['TimeoutError', 'http_5xx'] },
    ]);
  });

  test('that somebody changed by hand is theirs', () => {
    const changed = text(written.text.replace('in ["501"]', 'in ["501", "505"]').replace('- when:', '- asks:'));
    expect(googleWorkflows.read(changed).workflow?.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'asks', 'otherwise']);
    expect(write(changed, 'a', own).text).toContain('retry_if_a_2:');
  });

  test('says many codes within what the engine allows', () => {
    const retryOn = Array.from({ length: 150 }, (_, i) => [`http_${300 + i}`, `code ${i}.x`, `p${i}_*`]).flat();
    const { text: long } = write(source, 'a', policyFrom({ retry: { ...RETRY, retryOn } }));
    expectValid(long, 'w.yaml');
    expect(long.match(/- condition: /g)?.length).toBe(4 + 150 + 150);
  });
});

describe('what cannot be said', () => {
  const room = text('main:\n  steps:\n    - a: {call: http.get}\n');
  const none = text('- a: {call: http.get}\n');
  const lossesOf = (source: DefinitionText, policy: object) => {
    const [node] = googleWorkflows.read(source).workflow?.nodes ?? [];
    return node
      ? googleWorkflows.support(node, policyFrom(policy)).map(({ code, exactness }) => `${code} ${exactness}`)
      : [];
  };

  test.each<[object, DefinitionText, readonly string[]]>([
    [{ retry: { ...RETRY, retryOn: DEFAULT } }, none, []],
    [{ retry: { ...RETRY, multiplier: 1.5, retryOn: ['*'] } }, none, []],
    [{ retry: { ...RETRY, retryOn: ['http_404', 'HttpError'] } }, room, []],
    [{ retry: { ...RETRY, retryOn: ['http_429', 'timeout'] } }, none, ['google_no_room approximate']],
    [
      { retry: { ...RETRY, retryOn: ['psp_busy'] } },
      none,
      ['google_nothing_retried impossible', 'code_google_literal approximate'],
    ],
    [
      { retry: { ...RETRY, retryOn: ['psp_busy', 'psp_*', '余额不足', 'rate_limited'] } },
      room,
      [
        'code_google_literal approximate',
        'code_google_literal approximate',
        'code_google_unsayable impossible',
        'code_names approximate',
      ],
    ],
    [
      { retry: { ...RETRY, jitter: 'full', backoff: 'linear', initialInterval: '500ms', retryOn: ['*'] } },
      room,
      ['google_sub_second approximate', 'google_jitter impossible', 'google_linear approximate'],
    ],
    [{ classification: [{ code: 'x', class: 'terminal' }] }, room, ['google_rule impossible']],
    [{ retry: { maxAttempts: 1 }, owner: 'ops' }, room, ['one_attempt approximate', 'owner impossible']],
    [{ retry: RETRY }, room, ['retry_on_absent approximate']],
  ])('%j', (policy, source, expected) => {
    expect(lossesOf(source, policy)).toEqual(expected);
  });

  test('stands in the sidecar, which holds as long as the text says what it comes to', () => {
    const policy = policyFrom({ retry: { ...RETRY, jitter: 'full', retryOn: ['psp_busy'] }, owner: 'ops' });
    const written = write(room, 'a', policy);
    const node = (source: DefinitionText) => googleWorkflows.read(source).workflow?.nodes[0]?.config;
    expect(node(written)).toMatchObject({ owner: 'ops', retry: { jitter: 'full', retryOn: ['psp_busy'] } });
    const changed = { ...written, text: written.text.replace('max_retries: 2', 'max_retries: 7') };
    expect(node(changed)).toMatchObject({ owner: 'ops', retry: { maxAttempts: 8 } });
    expect(googleWorkflows.read(changed).diagnostics).toMatchObject([{ code: 'sidecar_differs' }]);
  });

  test('where the catalogue decides, its terminal codes are not tried again', () => {
    const { text: said } = write(
      room,
      'a',
      policyFrom({ retry: RETRY, classification: [{ code: 'http_429', class: 'terminal' }] }),
    );
    expect(said).toContain(`in ["429", "501", "505"]}'\n            return: false`);
    expect(said).toContain('^5[0-9][0-9]$');
  });
});

test.each<[object, readonly number[] | null]>([
  [{ ...RETRY, maxAttempts: 9, initialInterval: '1s' }, [1, 2, 4, 8, 16, 32, 60, 60]],
  [{ ...RETRY, maxAttempts: 4, backoff: 'fixed' }, [5, 5, 5]],
  [{ ...RETRY, maxAttempts: 4, multiplier: 1.5 }, [5, 7.5, 11.25]],
  [{ ...RETRY, initialInterval: '1500ms', maxInterval: '2500ms' }, [2, 3]],
  [{ maxAttempts: 1 }, null],
])('%j waits %j seconds', (retry, seconds) => {
  const [node] = googleWorkflows.read(text('- a: {call: http.get}\n')).workflow?.nodes ?? [];
  if (!node) throw new Error('no node');
  const schedule = googleWorkflows.schedule?.(node, policyFrom({ retry: { ...retry, retryOn: ['*'] } }));
  expect(schedule?.waits.map(({ min }) => min / 1000) ?? null).toEqual(seconds);
  expect(schedule?.waits.every(({ min, max }) => min === max) ?? true).toBe(true);
});

describe('beside the form', () => {
  const source = text(
    'main:\n  steps:\n    - a:\n        call: http.get\n        args:\n          url: https://x\n        next: end\n',
  );
  const sides = (
    typed: string | null,
    document: Parameters<typeof reconcileSides>[2]['document'],
    held: string | null = null,
  ) =>
    reconcileSides(source, 'google-workflows', {
      nodeId: 'a',
      document,
      text: typed,
      held,
      replaceEngineRetry: false,
      inheritedOwner: null,
    });

  test('a try that is put there is no change of the platform’s part', () => {
    const found = sides(null, { retry: { ...RETRY, retryOn: ['timeout'] } });
    expect(found?.ofText).toEqual([]);
    expect(found?.text).toContain('try:\n  call: http.get\n');
    expect(found?.written?.text).toContain('retry_if_a:');
    const typed = sides(
      found?.text.replace('max_retries: 2', 'max_retries: 4') ?? '',
      found?.document ?? {},
      found?.text ?? '',
    );
    expect(typed?.document).toMatchObject({ retry: { maxAttempts: 5 } });
    expect(typed?.ofText).toEqual([]);
  });

  test('another call is one', () => {
    const shown = nodeText(source, 'google-workflows', 'a')?.text ?? '';
    const found = sides(shown.replace('http.get', 'http.post'), {}, shown);
    expect(found?.ofText).toMatchObject([{ code: 'platform_changed', values: { field: 'call' } }]);
  });
});

test('any policy survives on any step', () => {
  // On a busy machine, what is tried in the time has to do.
  fc.assert(policiesSurvive(googleWorkflows, SMALL_STEPS), { numRuns: 1000, interruptAfterTimeLimit: 30_000 });
});

test.each(STEPS)('$fileName: what is written is as the engine demands', (source) => {
  for (const [, policy] of POLICIES)
    for (const { id, canCarryPolicy } of googleWorkflows.read(source).workflow?.nodes ?? [])
      if (canCarryPolicy) expectValid(write(source, id, policy).text, source.fileName);
});
