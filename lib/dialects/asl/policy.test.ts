import { describe, expect, test } from 'vitest';
import { changedLines } from '../testing/files';
import { HTTP, LAMBDA, machine, nodeOf } from '../testing/machines';
import { policyFrom, SKELETON } from '../testing/policies';
import type { DefinitionText, PolicyChange } from '../types';
import { asl } from '.';

function write(source: DefinitionText, document: object, more: Partial<PolicyChange> = {}) {
  const written = asl.write(source, [{ nodeId: 'a', policy: policyFrom(document), ...more }]);
  if (!written.ok) throw new Error(JSON.stringify(written.diagnostics));
  const parsed: { States: { a: { Retry?: unknown } } } = JSON.parse(written.text);
  return {
    ...written,
    source: { ...source, text: written.text, sidecar: written.sidecar },
    Retry: parsed.States.a.Retry,
  };
}

describe('policy → Retry', () => {
  test('the skeleton', () => {
    const { Retry, sidecar, losses } = write(machine({}), {
      retry: { ...SKELETON.retry, retryOn: ['timeout', 'MyError'] },
    });
    expect(Retry).toEqual([
      {
        ErrorEquals: ['States.Timeout', 'MyError'],
        IntervalSeconds: 5,
        MaxAttempts: 2,
        BackoffRate: 2,
        MaxDelaySeconds: 60,
      },
    ]);
    expect({ sidecar, losses }).toEqual({ sidecar: null, losses: [] });
  });

  test('status codes on an HTTP task; a single one wins over its range', () => {
    const document = {
      classification: [{ code: 'http_502', class: 'terminal' }],
      retry: { ...SKELETON.retry, retryOn: ['http_503', 'http_5xx', 'timeout'] },
    };
    const { Retry, losses } = write(machine({ Resource: HTTP }), document);
    expect(Retry).toMatchObject([
      { ErrorEquals: ['States.Http.StatusCode.502'], MaxAttempts: 0 },
      {
        ErrorEquals: [
          'States.Http.StatusCode.503',
          'States.Http.StatusCode.500',
          'States.Http.StatusCode.504',
          'States.Timeout',
          'States.Http.Socket',
        ],
      },
    ]);
    expect(losses).toMatchObject([{ code: 'code_range', exactness: 'approximate', path: ['retry', 'retryOn', 1] }]);
  });

  test.each<[string, object, readonly string[]]>([
    ['owner', { owner: 'ops' }, ['owner']],
    ['hand-off', { onExhausted: { action: 'manual' } }, ['on_exhausted']],
    ['alert', { alert: { silence: '1h' } }, ['alert']],
    [
      'idempotent',
      { actions: [{ id: 'lambda-invoke', kind: 'third_party', target: 'lambda invoke', idempotent: true }] },
      ['actions'],
    ],
    ['the guessed actions', { actions: [{ id: 'lambda-invoke', kind: 'third_party', target: 'lambda invoke' }] }, []],
    ['reason', { classification: [{ code: 'X', class: 'terminal', reason: 'r' }] }, ['rule_reason']],
    ['transient rule', { classification: [{ code: 'X', class: 'transient' }] }, ['rule_transient']],
    ['prefix', { retry: { ...SKELETON.retry, retryOn: ['X', 'psp_*'] } }, ['code_pattern']],
    [
      'prefix of the engine’s own names',
      { retry: { ...SKELETON.retry, retryOn: ['X', 'States.*'] } },
      ['code_pattern'],
    ],
    ['range elsewhere', { retry: { ...SKELETON.retry, retryOn: ['X', 'http_5xx'] } }, ['code_pattern']],
    ['catalogue word', { retry: { ...SKELETON.retry, retryOn: ['connection_refused'] } }, ['code_literal']],
    [
      'catalogue word that Lambda has names for',
      { retry: { ...SKELETON.retry, retryOn: ['service_unavailable'] } },
      ['code_names'],
    ],
    ['linear', { retry: { ...SKELETON.retry, backoff: 'linear', maxAttempts: 4, retryOn: ['X'] } }, ['linear']],
    ['half a second', { retry: { ...SKELETON.retry, initialInterval: '500ms', retryOn: ['X'] } }, ['sub_second']],
    ['total time', { retry: { ...SKELETON.retry, maxElapsed: '1h', retryOn: ['X'] } }, ['max_elapsed']],
    ['equal jitter', { retry: { ...SKELETON.retry, jitter: 'equal', retryOn: ['X'] } }, ['jitter_equal']],
    [
      'waiver',
      { retry: { ...SKELETON.retry, retryOn: ['X'], waiver: { by: 'me', at: 'now', reason: 'r' } } },
      ['waiver'],
    ],
    ['one attempt', { retry: { maxAttempts: 1 } }, ['one_attempt']],
    ['somebody else’s key', { retry: { ...SKELETON.retry, retryOn: ['X'], note: 1 } }, ['foreign_key']],
    ['all and more', { retry: { ...SKELETON.retry, retryOn: ['*', 'X'] } }, ['code_covered']],
  ])('loses %s to the sidecar', (_, document, codes) => {
    const source = machine({});
    const written = write(source, document);
    expect(written.losses.map((loss) => loss.code)).toEqual(codes);
    expect(written.sidecar === null).toBe(codes.length === 0);
    expect(asl.support(nodeOf(source), policyFrom(document))).toEqual(written.losses);
  });

  test.each<[string, string]>([
    ['in another spelling', '08006'],
    ['by a pattern', 'db_conn*'],
  ])('a terminal rule takes a code of the catalogue away, named %s', (_, code) => {
    const { Retry } = write(machine({}), {
      classification: [{ code, class: 'terminal' }],
      retry: { ...SKELETON.retry, retryOn: undefined },
    });
    expect(JSON.stringify(Retry)).toContain('"db_lock_timeout"');
    expect(JSON.stringify(Retry)).not.toContain('"db_connection_lost"');
  });

  test('nothing of the catalogue is retried beside a terminal rule for everything', () => {
    const { Retry } = write(machine({}), {
      classification: [{ code: '*', class: 'terminal' }],
      retry: { ...SKELETON.retry, retryOn: undefined },
    });
    expect(Retry).toEqual([{ ErrorEquals: ['States.ALL'], MaxAttempts: 0 }]);
  });

  test('linear comes close: the last pause is the same', () => {
    const { Retry } = write(machine({}), {
      retry: { ...SKELETON.retry, backoff: 'linear', maxAttempts: 4, retryOn: ['X'] },
    });
    expect(Retry).toMatchObject([{ IntervalSeconds: 5, MaxAttempts: 3, BackoffRate: 1.73, MaxDelaySeconds: 60 }]);
  });

  test('the sidecar names the file and holds the whole policy', () => {
    const { sidecar } = write(machine({}), { owner: 'ops', retry: { ...SKELETON.retry, retryOn: ['X'] } });
    expect(sidecar).toBe(
      `format: failpath/v1
sidecarOf: orders.asl.json
workflow: orders
nodes:
  - id: a
    retry:
      maxAttempts: 3
      backoff: exponential
      initialInterval: 5s
      maxInterval: 1m
      retryOn: [X]
    owner: ops
`,
    );
  });
});

describe('bytes', () => {
  const text = `{
  "StartAt": "a",
  "States": {
    "a": {
      "Type": "Task",
      "Resource": "${LAMBDA}",
      "Retry": [ { "MaxAttempts": 0, "ErrorEquals": ["X"], "Comment": "never" },
        {
          "BackoffRate": 2.0, "ErrorEquals": [ "A", "B" ],
          "Comment": "agreed",   "IntervalSeconds": 5
        }
      ],
      "Next": "b"
    },
    "b": { "Type": "Succeed" }
  }
}`;
  const source = { text, sidecar: null, fileName: 'orders.asl.json' };
  const retry = {
    maxAttempts: 4,
    backoff: 'exponential',
    initialInterval: '5s',
    maxInterval: '20s',
    retryOn: ['B', 'A'],
  };
  const classification = [{ code: 'X', class: 'terminal' }];

  test('what says the same already stays, order and spelling included', () => {
    expect(write(source, { classification, retry }).text).toBe(text);
  });

  test('a changed number is the only change', () => {
    const { text: after } = write(source, {
      classification,
      retry: { ...retry, initialInterval: '6s', maxInterval: '24s' },
    });
    expect(after).toBe(text.replace('"IntervalSeconds": 5', '"IntervalSeconds": 6'));
  });

  test('names and fields are added and removed in place', () => {
    const { text: after } = write(source, {
      classification: [...classification, { code: 'Y', class: 'terminal' }],
      retry: { ...retry, maxAttempts: 3, retryOn: ['B', 'C'] },
    });
    expect(changedLines(text, after).added).toEqual([
      '      "Retry": [ { "MaxAttempts": 0, "ErrorEquals": ["X", "Y"], "Comment": "never" },',
      '        {',
      '          "BackoffRate": 2.0, "ErrorEquals": [ "B", "C" ],',
      '          "Comment": "agreed",   "IntervalSeconds": 5,',
      '          "MaxAttempts": 2,',
      '          "MaxDelaySeconds": 20',
    ]);
  });

  test('never-retry entries stay with their comments; `States.ALL` stays last', () => {
    const Retry = [
      { ErrorEquals: ['X'], MaxAttempts: 0, Comment: 'one' },
      { ErrorEquals: ['States.ALL'], MaxAttempts: 0, Comment: 'rest' },
    ];
    const rules = [...classification, { code: 'Z', class: 'terminal' }, { code: '*', class: 'terminal' }];
    expect(write(machine({ Retry }), { classification: rules }).Retry).toEqual([
      { ...Retry[0], ErrorEquals: ['X', 'Z'] },
      Retry[1],
    ]);
    expect(write(machine({ Retry }), { classification: rules, retry }).Retry).toMatchObject([
      { ErrorEquals: ['X', 'Z'], Comment: 'one' },
      { ErrorEquals: ['B', 'A'], MaxAttempts: 3 },
      Retry[1] ?? {},
    ]);
  });

  test('removing all removes the field', () => {
    expect(changedLines(text, write(source, {}).text)).toMatchObject({ firstLine: 7, lastLine: 12, added: [] });
  });

  test('the engine’s own retriers stay byte for byte until they are replaced', () => {
    const own = {
      ...source,
      text: text.replace('"IntervalSeconds": 5', '"IntervalSeconds": 5 }, { "ErrorEquals": ["States.ALL"] '),
    };
    const kept = write(own, { owner: 'ops' });
    expect(kept.text).toBe(own.text);
    expect(nodeOf(kept.source)).toMatchObject({ config: { owner: 'ops' }, engineRetry: [{}, {}, {}] });
    const refused = asl.write(own, [{ nodeId: 'a', policy: policyFrom({ retry }) }]);
    expect(refused).toMatchObject({ ok: false, diagnostics: [{ code: 'engine_retry_in_the_way', nodeId: 'a' }] });
    expect(write(own, { retry }, { replaceEngineRetry: true }).Retry).toEqual([
      { ErrorEquals: ['B', 'A'], IntervalSeconds: 5, MaxAttempts: 3, BackoffRate: 2 },
    ]);
  });

  test('YAML: comments, anchors and quoting stay', () => {
    const yaml = `StartAt: a # first\nStates:\n  a:\n    Type: Task\n    Resource: ${LAMBDA}\n    Retry:\n    - ErrorEquals: [ 'A' ] # known\n      MaxAttempts: 2\n    End: true\n`;
    const written = asl.write({ text: yaml, sidecar: null, fileName: 'o.asl.yaml' }, [
      {
        nodeId: 'a',
        policy: policyFrom({
          classification,
          retry: {
            maxAttempts: 4,
            backoff: 'exponential',
            initialInterval: '1s',
            maxInterval: '4s',
            retryOn: ['A', '0x1'],
          },
        }),
      },
    ]);
    expect(written.ok && written.text).toBe(
      yaml
        .replace(
          "- ErrorEquals: [ 'A' ]",
          "- ErrorEquals: [ X ]\n      MaxAttempts: 0\n    - ErrorEquals: [ 'A', '0x1' ]",
        )
        .replace('MaxAttempts: 2', 'MaxAttempts: 3'),
    );
  });
});

describe('sidecar', () => {
  const policy = {
    owner: 'ops',
    classification: [{ code: 'X', class: 'terminal', reason: 'why' }],
    retry: { ...SKELETON.retry, retryOn: ['timeout', 'psp_*'] },
  };
  const { source } = write(machine({}), policy);

  test('holds whole while the text agrees', () => {
    const { config } = nodeOf(source);
    expect(config).toMatchObject(policy);
    expect(asl.read(source).diagnostics.filter((d) => d.severity !== 'info')).toEqual([]);
  });

  test('gives way for retry and classes where somebody changed the text', () => {
    const changed = { ...source, text: source.text.replace('"MaxAttempts": 2', '"MaxAttempts": 5') };
    const { config } = nodeOf(changed);
    expect(config).toMatchObject({ owner: 'ops', retry: { maxAttempts: 6, retryOn: ['States.Timeout'] } });
    expect(config.classification).toEqual([{ code: 'X', class: 'terminal' }]);
    expect(asl.read(changed).diagnostics).toContainEqual(
      expect.objectContaining({ code: 'sidecar_differs', severity: 'warning', nodeId: 'a' }),
    );
  });

  test('keeps comments and other nodes when it is written again', () => {
    const sidecar = `# ours\n${source.sidecar}  - id: gone # no longer there\n    owner: x\n`;
    const again = write({ ...source, sidecar }, { ...policy, owner: 'others' });
    expect(again.sidecar).toBe(sidecar.replace('owner: ops', 'owner: others'));
  });

  test('gets new nodes at its end', () => {
    const other = { ...source, sidecar: (source.sidecar ?? '').replace('- id: a', '- id: z') };
    expect(write(other, { owner: 'new' }).sidecar).toMatch(/- id: z[\s\S]*\n {2}- id: a\n {4}owner: new\n$/);
  });

  test.each([
    ['is broken', 'format: failpath/v1\nsidecarOf: [', 'sidecar_problem'],
    ['is a workflow of its own', 'format: failpath/v1\nworkflow: w\nnodes: []\n', 'sidecar_not_companion'],
  ])('that %s is reported, and not written over', (_, sidecar, code) => {
    const broken = { ...machine({}), sidecar };
    expect(asl.read(broken).diagnostics.map((d) => d.code)).toContain(code);
    expect(asl.read(broken).workflow?.nodes).toHaveLength(1);
    expect(asl.write(broken, [{ nodeId: 'a', policy: policyFrom({ owner: 'x' }) }]).ok).toBe(false);
    expect(asl.write(broken, [])).toMatchObject({ ok: true, text: broken.text, sidecar });
  });
});
