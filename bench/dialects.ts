/**
 * How long reading and writing definitions takes: `npm run bench -- dialects`. Each figure is a median, compared with the
 * time in which `yaml` parses and stringifies the same text; of texts that are refused, with that of `ordinary`.
 */
import { parse, stringify } from 'yaml';
import { failpath } from '@/lib/dialects/failpath';
import { DIALECTS, readDefinition } from '@/lib/dialects/registry';
import { filesOf } from '@/lib/dialects/testing/files';
import { HEAD, LARGE_TEXTS } from '@/lib/dialects/testing/hostile-texts';
import { FULL_POLICY, policyFrom, SKELETON } from '@/lib/dialects/testing/policies';
import type { DefinitionText } from '@/lib/dialects/types';
import { demandOk, report as line, percentile } from './report';

const ROUNDS = 7;
const NODES = 200;
/** So many, with a script of so many lines each, come to 5 MB. */
const LARGE = { nodes: 335, lines: 160 };

const ordinary = ordinaryText();
const file = (text: string): DefinitionText => ({
  text,
  sidecar: null,
  fileName: text.startsWith('{') ? 'w.json' : 'w.yaml',
});
const change = { nodeId: `n${NODES / 2}`, policy: policyFrom(SKELETON) };

const baseline = median(() => void stringify(parse(ordinary)));
report('yaml: parse and stringify', ordinary, baseline);
report(
  'read',
  ordinary,
  median(() => void readDefinition(file(ordinary))),
);
report(
  'write one policy',
  ordinary,
  median(() => demandOk(failpath.write(file(ordinary), [change]).ok)),
);
for (const dialect of DIALECTS) {
  const folder = dialect.id === 'failpath' ? 'examples' : `testdata/corpus/${dialect.id}`;
  const [largest] = filesOf(folder)
    .filter(({ text }) => dialect.detect(text) && ableOf(text).length > 0)
    .toSorted((a, b) => b.text.length - a.text.length);
  if (largest) writeInto(`write one policy into ${largest.fileName}`, largest);
}
writeInto('write one policy into a file of 5 MB', file(ordinaryText(LARGE)));
for (const [name, { text, code }] of Object.entries(LARGE_TEXTS))
  report(
    `refuse: ${name}`,
    text,
    median(() => demandOk(readDefinition(file(text)).diagnostics.some((each) => each.code === code))),
  );

/** One policy on the node in the middle of a text, beside `yaml` with the same text. */
function writeInto(figure: string, source: DefinitionText): void {
  const able = ableOf(source.text);
  const node = able[Math.floor(able.length / 2)];
  const dialect = DIALECTS.find((each) => each.detect(source.text));
  if (!node || !dialect) throw new Error(`${source.fileName} takes no policy`);
  const one = { nodeId: node.id, policy: change.policy, replaceEngineRetry: true };
  const whole = median(() => void stringify(parse(source.text, { logLevel: 'silent' })));
  report(
    figure,
    source.text,
    median(() => demandOk(dialect.write(source, [one]).ok)),
    whole,
  );
}

function ableOf(text: string) {
  return readDefinition(file(text)).workflow?.nodes.filter(({ canCarryPolicy }) => canCarryPolicy) ?? [];
}

/** A canonical workflow of which every node has a policy with everything in it. */
function ordinaryText({ nodes: count, lines } = { nodes: NODES, lines: 0 }): string {
  const script = `${'data'.repeat(19)}\n`.repeat(lines);
  const nodes = Array.from({ length: count }, (_, i) => ({
    id: `n${i}`,
    type: 'task',
    ...(lines > 0 && { script }),
    next: `n${i + 1}`,
    ...FULL_POLICY,
  }));
  const [, items = ''] = stringify({ nodes }, { aliasDuplicateObjects: false }).split('nodes:\n');
  return HEAD + items;
}

function median(run: () => void): number {
  run();
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return percentile(times, 0.5);
}

function report(figure: string, text: string, ms: number, value = baseline): void {
  const kilobytes = Math.round(text.length / 1024);
  line('dialects', figure, ms, { baseline: { name: 'yaml: parse and stringify', value }, kilobytes });
}
