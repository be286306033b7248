import { describe, expect, it } from 'vitest';
import { openApiDocument } from '@/lib/api/openapi';
import { OPERATIONS } from '@/lib/api/operations';
import { MESSAGES } from '@/lib/i18n/messages';
import { EXAMPLES } from './examples';
import { curlOf, jsonSchema, shownFields, shownParameters } from './shown';

const { documentTitle: title, documentDescription: description, operations: summaries, tags } = MESSAGES.en.apiDocs;
const document = openApiDocument('1', { title, description, summaries, tags });

describe('examples', () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    '%s: what is sent holds',
    (id, operation) => {
      const { query = '', body, ifMatch = false } = EXAMPLES[id] ?? {};
      if ('query' in operation) operation.query.strict().parse(Object.fromEntries(new URLSearchParams(query)));
      else expect(query).toBe('');
      if ('body' in operation) operation.body.schema.parse(body);
      else expect(body).toBeUndefined();
      expect(ifMatch).toBe('precondition' in operation && operation.precondition !== 'version_if_replacing');
    },
  );

  it('are commands that a shell takes', () => {
    const publish = OPERATIONS.find(({ id }) => id === 'publishPolicy');
    expect(publish && curlOf(publish).split(' \\\n  ').slice(0, 4)).toEqual([
      'curl -X PUT "$FAILPATH_URL/api/v1/nodes/$ID/policy"',
      '-H "Authorization: Bearer $FAILPATH_TOKEN"',
      `-H 'If-Match: "3"'`,
      "-H 'Content-Type: application/json'",
    ]);
    for (const operation of OPERATIONS) expect((curlOf(operation).match(/'/g) ?? []).length % 2).toBe(0);
  });
});

describe('what is shown of the document', () => {
  it('is every parameter, with where it stands', () => {
    const object = document.paths?.['/nodes/{id}/draft']?.put;
    expect(object && shownParameters(object).map(({ name, where, required }) => [name, where, required])).toEqual([
      ['id', 'path', true],
      ['If-Match', 'header', false],
      ['If-None-Match', 'header', false],
    ]);
  });

  it('is every field, within lists and objects, with links to what has a name', () => {
    const object = document.paths?.['/failures']?.get;
    const schema = jsonSchema(object?.responses?.['200']?.content);
    expect(schema && shownFields(schema)).toMatchObject([
      { name: 'from', type: 'string (date-time)', schema: null, required: true },
      { name: 'to', type: 'string (date-time) | null' },
      { name: 'page', type: 'integer' },
      { name: 'pages' },
      { name: 'matches' },
      { name: 'failures', type: 'Failure[]', schema: 'Failure' },
    ]);
    const failure = document.components?.schemas?.Failure;
    expect(failure && shownFields(failure).map(({ name }) => name)).toContain('workflows[].class');
  });
});
