import type { DefinitionText } from '../types';

/** A text of Google Cloud Workflows without the subworkflows that were made for policies. */
export function withoutPredicates(text: string): string {
  return text
    .replace(/(?:\r?\n){2}# Failpath: .*\r?\nretry_if_\w+:.*(?:\r?\n[ \t]+.*)*/g, '')
    .replace(/,\n([ \t]+)"retry_if_\w+": \{[\s\S]*?\n\1\}/g, '');
}

const expression = (text: string) => `\${${text}}`;
const source = (fileName: string, text: string): DefinitionText => ({ fileName, sidecar: null, text });

/** Small workflows of Google Cloud Workflows in unlike styles, so that many policies are tried in the time. */
export const STEPS: readonly DefinitionText[] = [
  source(
    'list.yaml',
    `# [START x]
- a:
    call: http.get # why
    args: {url: "https://erp.example/v1"}
      # further in
    result: r

- b: {call: http.post, args: {url: https://erp.example}, next: end}
- c:
    try:
      call: sys.log
      args: {data: "\${r}"}
    retry: \${http.default_retry}
    except: {as: e, steps: [{d: {raise: "\${e}"}}]}`,
  ),
  source(
    'main.yaml',
    `\uFEFFmain:
    params: [input]
    steps:
    - a:
        call: http.post
        args:
            url: 'https://erp.example/v1'
            body: |
              { "x":
                1 }

              last
            headers: >2-
              deep
               folded
        next: over
    - over:
        for:
            value: v
            in: [1, 2]
            steps:
            - inner:
                call: sub
                args: {v: "\${v}"}
    - tried:
        try:
            steps:
            - deep:
                call: googleapis.pubsub.v1.projects.topics.publish
                args: {topic: t}
                result: x
        retry:
            predicate: \${own_idea}   # kept
            max_retries: 4
            backoff:
                initial_delay: 2
                max_delay: 60
                multiplier: 2.5

own_idea:
    params: [err]
    steps:
    - ask:
        switch:
        - condition: \${err.code == 500 or "TimeoutError" in err.tags}
          return: true
    - no: {return: false}
sub:
    params: [v]
    steps:
    - a:
        call: http.get
        args: {url: "\${v}"}
# the end
`.replaceAll('\n', '\r\n'),
  ),
  source(
    'inline.json',
    '{"main": {"steps": [{"a": {"call": "http.get", "args": {"url": "https://x"}, "next": "b"}}, {"b": {"return": 1}}]}}',
  ),
  source(
    'lines.json',
    JSON.stringify(
      {
        main: {
          params: ['x'],
          steps: [
            { a: { call: 'http.get', args: { url: 'https://erp.example' }, result: 'r' } },
            { b: { switch: [{ condition: expression('r.code == 1'), steps: [{ c: { call: 'sub' } }] }] } },
          ],
        },
        sub: { steps: [{ a: { try: { call: 'http.get', args: {} }, retry: expression('policy') } }] },
      },
      null,
      2,
    ),
  ),
  source('list.json', JSON.stringify([{ a: { call: 'http.get', args: { url: 'https://erp.example' } } }], null, '\t')),
  source(
    'small.yaml',
    "main:\r\n  params: ['x']\r\n  steps:\r\n  - a: # first\r\n      call: http.get\r\n      args:\r\n        url: >\r\n          https://x\r\n          # no remark\r\n      next: end",
  ),
];

/** Those that are read in no time. */
export const SMALL_STEPS = STEPS.filter((each) => each.text.length < 500);
