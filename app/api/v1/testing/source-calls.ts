import { expect } from 'vitest';
import type { Program } from '@/app/_server/testing/programs';
import * as sources from '@/lib/api/source-operations';
import * as thresholds from '@/lib/api/threshold-operations';
import type { Db } from '@/lib/db/client';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

interface Calling {
  readonly db: Db;
  readonly admin: Program;
  readonly editor: Program;
}

/** Calls every operation of sources, and expects what it is to answer. */
export async function callSources({ db, admin, editor }: Calling): Promise<void> {
  const { id } = await db.source.create({
    data: { key: 'dify', name: 'Dify', kind: 'dify', alertsFrom: new Date() },
  });
  const mapping = { kind: 'preset', platform: 'dify', schema: 'public' };
  const data = { sourceId: id, mapping, sealed: 'fps1.k.a.b', place: 'reader@db:5432/dify' };
  await db.sourceMapping.create({ data: { ...data, createdBy: 'Ann', updatedBy: 'Ann' } });
  await db.sourceReading.create({ data: { sourceId: id } });
  const listed = await editor.call(sources.listSourcesOperation);
  expect(listed.json).toMatchObject({ sources: [{ id, key: 'dify', state: 'waiting', asOf: null, failure: null }] });
  const one = await editor.call(sources.getSourceOperation, { id });
  expect(one.json).toMatchObject({ id, kind: 'dify', unknowns: [], recounts: [], writeBack: 'sql' });
  expect(listed.text + one.text).not.toContain('fps1');
  expect((await editor.call(sources.getSourceOperation, { id: UNKNOWN })).status).toBe(404);

  expect((await editor.call(sources.askRecountOperation, { id })).status).toBe(403);
  const asked = await admin.call(sources.askRecountOperation, { id });
  expect(asked.status).toBe(201);
  const params = { recountId: String(Reflect.get(Object(asked.json), 'id')) };
  expect(asked.headers.get('Location')).toBe(`/api/v1/sources/${id}/recounts/${params.recountId}`);
  expect(await admin.call(sources.askRecountOperation, { id })).toMatchObject({
    status: 409,
    json: { code: 'recount_open', ...params },
  });
  const recount = await editor.call(sources.getRecountOperation, { id, params });
  expect(recount.json).toMatchObject({ id: params.recountId, state: 'asked', askedBy: 'administrator', added: 0 });
  expect((await editor.call(sources.cancelRecountOperation, { id, params })).status).toBe(403);
  expect((await admin.call(sources.cancelRecountOperation, { id, params })).status).toBe(204);
  expect(await admin.call(sources.cancelRecountOperation, { id, params })).toMatchObject({
    status: 409,
    json: { code: 'recount_ended' },
  });
  const sample = { executions: 60, failures: 20, windowDays: 14 };
  const usual = await editor.call(thresholds.getThresholdSampleOperation, { id });
  expect(usual.json).toEqual({ executions: 30, failures: 10, windowDays: 30 });
  expect((await editor.call(thresholds.setThresholdSampleOperation, { id, body: sample })).status).toBe(403);
  const wrong = await admin.call(thresholds.setThresholdSampleOperation, { id, body: { ...sample, windowDays: 6 } });
  expect(wrong).toMatchObject({ status: 400, json: { errors: [{ path: 'windowDays', code: 'threshold_days' }] } });
  expect((await admin.call(thresholds.setThresholdSampleOperation, { id, body: sample })).json).toEqual(sample);
  expect((await editor.call(thresholds.getThresholdSampleOperation, { id })).json).toEqual(sample);
  expect((await admin.call(thresholds.setThresholdSampleOperation, { id: UNKNOWN, body: sample })).status).toBe(404);
  const listedThresholds = await editor.call(thresholds.listThresholdsOperation);
  expect(listedThresholds.json).toMatchObject({ thresholds: [], matches: 0, page: 1, pages: 1 });

  const elsewhere = { id: UNKNOWN, params };
  expect((await editor.call(sources.getRecountOperation, elsewhere)).status).toBe(404);
}
