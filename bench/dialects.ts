/**
 * How long reading and writing definitions takes: `npm run bench -- dialects`. Each figure is a median,
 * compared with the time in which `yaml` parses and stringifies `ordinary`.
 */
import { parse, stringify } from 'yaml';
import { failpath } from '@/lib/dialects/failpath';
import { readDefinition } from '@/lib/dialects/registry';
import { HEAD, LARGE_TEXTS } from '@/lib/dialects/testing/hostile-texts';
import { FULL_POLICY, policyFrom, SKELETON } from '@/lib/dialects/testing/policies';
import type { DefinitionText } from '@/lib/dialects/types';
import { demandOk, report as line, percentile } from './report';

const ROUNDS = 7;
const NODES = 200;

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
for (const [name, { text, code }] of Object.entries(LARGE_TEXTS))
  report(
    `refuse: ${name}`,
    text,
    median(() => demandOk(readDefinition(file(text)).diagnostics.some((each) => each.code === code))),
  );

/** A canonical workflow of which every node has a policy with everything in it. */
function ordinaryText(): string {
  const nodes = Array.from({ length: NODES }, (_, i) => ({
    id: `n${i}`,
    type: 'task',
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

function report(figure: string, text: string, ms: number): void {
  const kilobytes = Math.round(text.length / 1024);
  line('dialects', figure, ms, { baseline: { name: 'yaml: parse and stringify', value: baseline }, kilobytes });
}
