import { expect } from 'vitest';
import type { Program } from '@/app/_server/testing/programs';
import * as groups from '@/lib/api/group-operations';
import * as nodes from '@/lib/api/node-operations';
import type { Db } from '@/lib/db/client';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const STANDARD = { alert: { silence: '1h' } };

interface Calling {
  readonly db: Db;
  /** A member of `order-ops`, and one of no group. */
  readonly editor: Program;
  readonly stranger: Program;
}

/** Calls the operations of standards, and asks for nodes by them; expects what they are to answer. */
export async function callStandards({ db, editor, stranger }: Calling): Promise<void> {
  const { id } = await db.ownerGroup.findUniqueOrThrow({ where: { slug: 'order-ops' } });
  const none = await editor.call(groups.getStandardOperation, { id });
  expect(none).toMatchObject({ status: 200, json: { document: {}, version: 0 } });
  const body = { document: STANDARD };
  expect((await editor.call(groups.saveStandardOperation, { id, body })).status).toBe(428);
  const first = { id, body, headers: { 'If-None-Match': '*' } };
  const saved = await editor.call(groups.saveStandardOperation, first);
  expect(saved).toMatchObject({ status: 200, json: { version: 1 } });
  expect(saved.headers.get('ETag')).toBe('"1"');
  expect(await editor.call(groups.saveStandardOperation, first)).toMatchObject({
    status: 412,
    json: { code: 'precondition_failed', standard: { document: STANDARD, version: 1 } },
  });
  const headers = { 'If-Match': '"1"' };
  expect(await stranger.call(groups.saveStandardOperation, { id, body, headers })).toMatchObject({
    status: 403,
    json: { code: 'not_yours' },
  });
  const wrong = { document: { alert: { silence: 'long' }, owner: 'x' } };
  expect(await editor.call(groups.saveStandardOperation, { id, body: wrong, headers })).toMatchObject({
    status: 422,
    json: { code: 'standard_invalid', diagnostics: [{ code: 'duration' }, { code: 'unknown_key' }] },
  });
  expect((await editor.call(groups.getStandardOperation, { id: UNKNOWN })).status).toBe(404);
  await listed(editor);
}

async function listed(editor: Program): Promise<void> {
  const asked = (query: Record<string, string>) => editor.call(nodes.listNodesOperation, { query });
  const state = { standard: { deviates: ['silence'], excused: [] } };
  expect((await asked({ show: 'deviates' })).json).toMatchObject({ nodes: [state, state] });
  for (const [standard, matches] of Object.entries({
    'deviates.silence.order-ops': 2,
    'agrees.retry.order-ops': 2,
    'excused.all.order-ops': 0,
  }))
    expect((await asked({ standard })).json, standard).toMatchObject({ matches });
  for (const standard of ['deviates.silence.nobody', 'likes.all.order-ops'])
    expect(await asked({ standard }), standard).toMatchObject({
      status: 400,
      json: { code: 'invalid', errors: [{ path: 'standard' }] },
    });
}
