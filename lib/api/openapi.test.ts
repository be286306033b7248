import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '@/lib/i18n/messages';
import { openApiDocument } from './openapi';
import { OPERATIONS } from './operations';

const { documentTitle: title, documentDescription: description, operations: summaries, tags } = MESSAGES.en.apiDocs;
const document = openApiDocument('1.2.3', { title, description, summaries, tags });

describe('openApiDocument', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(validator.version).toBe('3.1');
    // Every reference leads somewhere.
    expect(() => validator.resolveRefs()).not.toThrow();
  });

  it('has each operation once, with its summary, its permission and a problem for each refusal', () => {
    const found = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      (['get', 'post', 'put', 'delete'] as const).flatMap((method) => {
        const object = item[method];
        return object ? [`${object.operationId} ${method.toUpperCase()} ${path}`] : [];
      }),
    );
    expect(found.toSorted()).toEqual(OPERATIONS.map(({ id, method, path }) => `${id} ${method} ${path}`).toSorted());
    const publish = document.paths?.['/nodes/{id}/policy']?.put;
    expect(publish?.summary).toBe(summaries.publishPolicy);
    expect(Object.keys(publish?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '412',
      '413',
      '415',
      '422',
      '428',
      '429',
      '500',
      '502',
      '503',
    ]);
  });

  it('says what a body and a moment look like', () => {
    const text = JSON.stringify(document);
    expect(document.components?.schemas?.RunStep).toMatchObject({
      type: 'object',
      required: ['workflowId', 'runId', 'nodeId', 'status', 'occurredAt'],
      properties: { status: { enum: ['failed', 'succeeded', 'running', 'skipped', 'cancelled'] } },
      additionalProperties: false,
    });
    expect(document.components?.schemas?.Node).toMatchObject({
      properties: { updatedAt: { type: 'string', format: 'date-time' } },
    });
    expect(document.components?.schemas?.NodePolicy).toMatchObject({ properties: { retry: { type: 'object' } } });
    expect(text).toContain('"If-Match"');
  });
});
