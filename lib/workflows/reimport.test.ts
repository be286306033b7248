import { describe, expect, it } from 'vitest';
import type { DefinitionText } from '@/lib/dialects/types';
import type { JsonObject } from '@/lib/shared/json';
import { planReimport } from './reimport';
import { of, plan, published } from './testing/reimports';

const RECORD =
  '[node_id, attempt, error_code, error_message, payload_hash, first_failed_at, last_failed_at, final_action]';
const FILE = `# made by the platform
format: failpath/v1
workflow: orders
name: Orders
owner: order-ops
nodes:
  - id: charge   # the expensive one
    type: http
    next: [ship]
    actions: [{ id: pay, kind: http, idempotent: true }]
    retry: { maxAttempts: 3, backoff: fixed, initialInterval: 5s, maxInterval: 5s }
    onExhausted: { action: manual, record: ${RECORD} }
  - id: ship
    type: http
  - id: thank
    type: http
`;

const failpath = (text: string): DefinitionText => ({ text, sidecar: null, fileName: 'orders.failpath.yaml' });

describe('a file that is brought again', () => {
  const base = failpath(FILE);
  const ours = published(base, 'failpath', 'charge', { owner: 'payments-ops' });

  it('stands byte for byte where nothing was published since', () => {
    const theirs = failpath(FILE.replace('maxAttempts: 3', 'maxAttempts:   7'));
    expect(plan({ base, ours: base, theirs })).toMatchObject({ source: theirs, changes: [], conflicts: [] });
  });

  it('leaves what stands here byte for byte where it brings nothing new', () => {
    expect(plan({ base, ours, theirs: base })).toMatchObject({ source: ours, changes: [], conflicts: [] });
  });

  it('takes what they changed, keeps what we changed, and leaves the rest of the file as it came', () => {
    const theirs = failpath(
      FILE.replace('maxAttempts: 3', 'maxAttempts: 7')
        .replace('type: http\n    next', 'type: https # new\n    next')
        .replace('- id: thank', '- id: invoice'),
    );
    const merged = plan({ base, ours, theirs });
    expect(merged.conflicts).toEqual([]);
    expect(merged.changes).toMatchObject([{ nodeId: 'charge', kept: ['owner'], taken: ['retry'] }]);
    expect(of(merged, 'charge')).toMatchObject({ owner: 'payments-ops', retry: { maxAttempts: 7 } });
    expect(merged.workflow.nodes.map(({ id }) => id)).toEqual(['charge', 'ship', 'invoice']);
    const added = '\n    owner: payments-ops';
    expect(merged.source.text.replace(added, '')).toBe(theirs.text);
  });

  it('asks where both changed the same, and does what is answered', () => {
    const theirs = failpath(FILE.replace('type: http\n    next', 'owner: risk-desk\n    type: http\n    next'));
    const asked = plan({ base, ours, theirs });
    expect(asked.conflicts).toMatchObject([
      {
        ...{ nodeId: 'charge', kind: 'policy', keys: ['owner'], chosen: null, sides: ['ours', 'theirs'] },
        ...{ base: {}, ours: { owner: 'payments-ops' }, theirs: { owner: 'risk-desk' } },
      },
    ]);
    expect(of(plan({ base, ours, theirs }, { charge: 'ours' }), 'charge').owner).toBe('payments-ops');
    const decided = plan({ base, ours, theirs }, { charge: 'theirs' });
    expect(decided).toMatchObject({ source: theirs, conflicts: [{ chosen: 'theirs' }] });
  });

  it('asks before a node goes that we changed; one that we left alone goes', () => {
    const theirs = failpath(FILE.replace(/ {2}- id: charge[\s\S]*?(?= {2}- id: ship)/, ''));
    expect(plan({ base, ours, theirs }).conflicts).toMatchObject([
      { nodeId: 'charge', kind: 'removed', keys: ['owner'], theirs: null, sides: ['theirs'], chosen: null },
    ]);
    expect(plan({ base, ours, theirs }, { charge: 'ours' }).conflicts).toMatchObject([{ chosen: null }]);
    expect(plan({ base, ours, theirs }, { charge: 'theirs' })).toMatchObject({
      source: theirs,
      conflicts: [{ chosen: 'theirs' }],
    });
    const untouched = failpath(FILE.replace(/ {2}- id: thank[\s\S]*$/, ''));
    expect(plan({ base, ours, theirs: untouched }).conflicts).toEqual([]);
  });

  it('asks where each for itself holds and both together do not', () => {
    const mine = published(base, 'failpath', 'charge', {
      actions: [{ id: 'pay', kind: 'http', idempotent: false, repeatable: false }],
      retry: { maxAttempts: 1, backoff: 'fixed', initialInterval: '5s', maxInterval: '5s' },
    });
    const again = failpath(
      FILE.replace(
        '  - id: ship\n    type: http\n',
        '  - id: ship\n    type: http\n    retry: { maxAttempts: 3, backoff: fixed, initialInterval: 5s, maxInterval: 5s }\n',
      ),
    );
    const unsafe = published(base, 'failpath', 'ship', {
      actions: [{ id: 'send', kind: 'http', idempotent: false, repeatable: false }],
    });
    expect(plan({ base, ours: mine, theirs: again }).conflicts).toEqual([]);
    const asked = plan({ base, ours: unsafe, theirs: again });
    expect(asked.conflicts).toMatchObject([
      { nodeId: 'ship', kind: 'together', keys: ['actions', 'retry'], diagnostics: [{ code: 'gate_refused' }] },
    ]);
    expect(of(plan({ base, ours: unsafe, theirs: again }, { ship: 'theirs' }), 'ship')).not.toHaveProperty('actions');
    expect(of(plan({ base, ours: unsafe, theirs: again }, { ship: 'ours' }), 'ship')).not.toHaveProperty('retry');
  });

  it('keeps our very lines, comments and spellings too, in nodes that the file left as they were', () => {
    const mine = FILE.replace('5s, maxInterval: 5s }', '5000ms, maxInterval: 0.1m } # asked the bank').replace(
      'maxAttempts: 3',
      'maxAttempts: 4',
    );
    const commented = failpath(mine.replace('- id: thank\n', '- id: thank # kindly\n'));
    const theirs = failpath(FILE.replace('- id: ship\n', '- id: ship\n    name: Ship it\n'));
    const merged = plan({ base, ours: commented, theirs });
    expect(merged.source.text).toBe(commented.text.replace('- id: ship\n', '- id: ship\n    name: Ship it\n'));
    expect(merged.changes).toMatchObject([{ nodeId: 'charge', kept: ['retry'] }]);
  });

  it('says so where the last file cannot be read any more', () => {
    const theirs = failpath(FILE.replace('5s', '6s'));
    const standing = (source: DefinitionText) => ({ source, dialect: 'failpath' as const });
    const input = { base: standing(failpath('nodes: [')), ours: standing(ours), theirs: standing(theirs) };
    expect(planReimport({ ...input, choices: new Map() })).toEqual({ ok: false, error: { reason: 'base_unreadable' } });
  });
});

describe('a file of an engine, with what it cannot say beside it', () => {
  const state = (more: JsonObject = {}): JsonObject => ({
    ...{ Type: 'Task', Resource: 'arn:aws:states:::http:invoke' },
    ...more,
  });
  const asl = (states: JsonObject, sidecar: string | null = null): DefinitionText => ({
    ...{ text: `${JSON.stringify({ StartAt: 'Charge', States: states }, null, 2)}\n`, sidecar },
    fileName: 'orders.asl.json',
  });
  const timeouts = (MaxAttempts: number) => ({
    Retry: [{ ErrorEquals: ['States.Timeout'], IntervalSeconds: 5, MaxAttempts, MaxDelaySeconds: 60 }],
  });
  const base = asl({ Charge: state({ Next: 'Ship' }), Ship: state({ ...timeouts(2), End: true }) });
  const RULE = {
    maxAttempts: 4,
    backoff: 'exponential',
    initialInterval: '5s',
    maxInterval: '1m',
    retryOn: ['timeout'],
  };
  const ours = published(base, 'asl', 'Charge', { retry: RULE, owner: 'payments-ops', alert: { silence: '45m' } });

  it('keeps what was published, in its text and beside it, when it comes without the sidecar', () => {
    const theirs = asl({ Charge: state({ Comment: 'new', Next: 'Ship' }), Ship: state({ ...timeouts(6), End: true }) });
    const merged = plan({ base, ours, theirs }, {}, 'asl');
    expect(merged.conflicts).toEqual([]);
    expect(merged.diagnostics.filter(({ code }) => code === 'sidecar_differs')).toEqual([]);
    expect(of(merged, 'Charge')).toMatchObject({ retry: RULE, owner: 'payments-ops', alert: { silence: '45m' } });
    expect(of(merged, 'Ship')).toMatchObject({ retry: { maxAttempts: 7 } });
    expect(JSON.parse(merged.source.text)).toMatchObject({
      States: { Charge: { Comment: 'new', Retry: [{ MaxAttempts: 3 }] }, Ship: { Retry: [{ MaxAttempts: 6 }] } },
    });
  });

  it('finds nothing of ours in conflict when our own export comes back with another node changed', () => {
    const exported = JSON.parse(ours.text);
    const changed = { ...exported, States: { ...exported.States, Ship: state({ ...timeouts(6), End: true }) } };
    const theirs = { ...ours, text: JSON.stringify(changed, null, 2), sidecar: null };
    const merged = plan({ base, ours, theirs }, {}, 'asl');
    expect(merged).toMatchObject({ conflicts: [], changes: [{ nodeId: 'Ship', taken: ['retry'] }] });
    expect(merged.source).toEqual({ ...theirs, sidecar: ours.sidecar });
    const both = plan({ base, ours, theirs: { ...theirs, sidecar: ours.sidecar } }, {}, 'asl');
    expect(both.source).toEqual({ ...theirs, sidecar: ours.sidecar });
  });

  it('asks where the engine brings its own retries for a node that got a policy here', () => {
    const own = {
      Retry: ['States.Timeout', 'States.Permissions'].map((code, index) => ({
        ...{ ErrorEquals: [code], IntervalSeconds: index + 1, MaxAttempts: index + 2 },
      })),
    };
    const theirs = asl({ Charge: state({ ...own, Next: 'Ship' }), Ship: state({ ...timeouts(2), End: true }) });
    const asked = plan({ base, ours, theirs }, {}, 'asl');
    expect(asked.conflicts).toMatchObject([{ nodeId: 'Charge', kind: 'policy', keys: ['retry'], engineRetry: true }]);
    const kept = plan({ base, ours, theirs }, { Charge: 'ours' }, 'asl');
    expect(of(kept, 'Charge')).toMatchObject({ retry: RULE, owner: 'payments-ops' });
    expect(kept.workflow.nodes[0]?.engineRetry).toEqual([]);
    const taken = plan({ base, ours, theirs }, { Charge: 'theirs' }, 'asl');
    expect(taken.workflow.nodes[0]).toMatchObject({ engineRetry: own.Retry, config: { owner: 'payments-ops' } });
  });

  it('keeps the replaced retries of the engine replaced while the file brings the same ones', () => {
    const own = {
      Retry: ['States.Timeout', 'States.Permissions'].map((code, index) => ({
        ...{ ErrorEquals: [code], IntervalSeconds: index + 1, MaxAttempts: index + 2 },
      })),
    };
    const before = asl({ Charge: state({ ...own, Next: 'Ship' }), Ship: state({ End: true }) });
    const replaced = published(before, 'asl', 'Charge', { retry: RULE });
    const theirs = asl({ Charge: state({ ...own, Next: 'Ship' }), Ship: state({ Comment: 'new', End: true }) });
    const merged = plan({ base: before, ours: replaced, theirs }, {}, 'asl');
    expect(merged).toMatchObject({ conflicts: [], changes: [{ nodeId: 'Charge', kept: ['retry'] }] });
    expect(of(merged, 'Charge')).toEqual(
      of(plan({ base: before, ours: replaced, theirs: before }, {}, 'asl'), 'Charge'),
    );
    expect(merged.workflow.nodes[0]?.engineRetry).toEqual([]);
  });

  it('says of each node what the file cannot take, and can only be answered with the file', () => {
    const theirs = asl({ Charge: { Type: 'Pass', Next: 'Ship' }, Ship: state({ ...timeouts(6), End: true }) });
    const asked = plan({ base, ours, theirs }, {}, 'asl');
    expect(asked.conflicts).toMatchObject([
      {
        nodeId: 'Charge',
        kind: 'refused',
        sides: ['theirs'],
        chosen: null,
        diagnostics: [{ code: 'node_cannot_carry' }],
      },
    ]);
    const decided = plan({ base, ours, theirs }, { Charge: 'theirs' }, 'asl');
    expect(decided).toMatchObject({ conflicts: [{ chosen: 'theirs' }] });
    expect(of(decided, 'Ship')).toMatchObject({ retry: { maxAttempts: 7 } });
  });
});
