import type { HostileText } from './hostile-texts';

const argoText = (templates: string, frame = '') =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\n${frame}spec:\n  templates:\n${templates}\n`;
const step = (name: string, rest = 'template: t') => `    - - name: ${name}\n        ${rest}`;

/** Texts of Argo that are not as they should be. */
export const ARGO_TEXTS: Readonly<Record<string, HostileText>> = {
  'Argo without templates': { text: argoText('  x: 1'), code: 'argo_no_templates', line: 1, nodes: [] },
  'Argo, a template that is text': {
    text: argoText('  - a\n  - {name: b, container: {}}'),
    code: 'node_not_map',
    line: 5,
    nodes: ['b'],
  },
  'Argo, a template without a name': {
    text: argoText('  - {container: {}}\n  - {name: b, container: {}}'),
    code: 'argo_template_name',
    line: 5,
    nodes: ['b'],
  },
  'Argo, a template twice': {
    text: argoText('  - {name: a, http: {}}\n  - {name: a, script: {}}\n  - {name: b, container: {}}'),
    code: 'argo_template_twice',
    line: 6,
    nodes: ['b'],
  },
  'Argo, steps that are no groups': {
    text: argoText('  - {name: b, steps: [{name: a, template: t}]}'),
    code: 'argo_step_list',
    line: 5,
    nodes: ['b'],
  },
  'Argo, a step without a name': {
    text: argoText('  - {name: b, steps: [[{template: t}, {name: a, template: b}]]}'),
    code: 'argo_step_name',
    line: 5,
    nodes: ['a'],
  },
  'Argo, a step twice': {
    text: argoText(`  - name: b\n    steps:\n${step('a')}\n${step('a')}`),
    code: 'duplicate_node_id',
    line: 9,
    nodes: ['b', 'a'],
  },
  'Argo, duplicate key in a step': {
    text: argoText(`  - name: b\n    steps:\n${step('a', 'name: x')}\n${step('c')}`),
    code: 'duplicate_key',
    line: 8,
    column: 9,
    nodes: ['b', 'c'],
  },
  'Argo, duplicate key in a template': {
    text: argoText('  - {name: a, retryStrategy: {limit: 1, limit: 2}}\n  - {name: b, container: {}}'),
    code: 'duplicate_key',
    line: 5,
    nodes: ['b'],
  },
  'Argo, duplicate key in the frame': {
    text: argoText('  - {name: a, container: {}}', 'metadata: {}\nmetadata: {}\n'),
    code: 'duplicate_key',
    line: 4,
    column: 1,
  },
  'Argo, one workflow of two with a duplicate key in its frame': {
    text: `${argoText('  - {name: a, container: {}}', 'status: {}\nstatus: {}\n')}---\n${argoText('  - {name: b, container: {}}')}`,
    code: 'duplicate_key',
    line: 4,
    nodes: ['b'],
  },
  'Argo, a template that is not there': {
    text: argoText(`  - name: b\n    steps:\n${step('a')}`),
    code: 'argo_template_unknown',
    line: 7,
    nodes: ['b', 'a'],
  },
  'Argo, a template that runs itself': {
    text: argoText(`  - name: t\n    retryStrategy: 3\n    steps:\n${step('a')}`),
    code: 'argo_retry_kept',
    line: 6,
    nodes: ['a'],
  },
  'Argo, a step with a name beyond all bounds': {
    text: argoText(`  - name: b\n    steps:\n${step('s'.repeat(300))}`),
    code: 'node_id_long',
    line: 7,
    nodes: ['b'],
  },
  'Argo, __proto__': {
    text: argoText('  - name: a\n    container: {}\n    retryStrategy:\n      __proto__: {polluted: true}'),
    code: 'reserved_key',
    line: 8,
    nodes: ['a'],
  },
  'Argo, an annotation that is no policy': {
    text: argoText('  - name: a\n    container: {}\n    annotations: {failpath.dev/policy: "{{"}'),
    code: 'argo_policy_text',
    line: 7,
    nodes: ['a'],
  },
  'Argo, an annotation with a policy that does not hold': {
    text: argoText(
      '  - name: a\n    container: {}\n    annotations:\n      failpath.dev/policy: |\n\n        owner: ops\n        retry: {maxAttempts: 0}',
    ),
    code: 'max_attempts_range',
    line: 11,
    column: 30,
    nodes: ['a'],
  },
};
