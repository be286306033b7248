import { expect } from 'vitest';
import type { Program } from '@/app/_server/testing/programs';
import {
  addCatalogueEntryOperation,
  changeCatalogueEntryOperation,
  getCatalogueEntryOperation,
  listCatalogueOperation,
  removeCatalogueEntryOperation,
} from '@/lib/api/catalogue-operations';
import { CATALOGUE } from '@/lib/policy/catalogue';

const BUSY = { code: 'psp_busy', class: 'transient', means: null, source: 'PSP manual' };

/** The operations of the catalogue, called one after the other as programs do. */
export async function callCatalogue({ admin, editor }: { admin: Program; editor: Program }): Promise<void> {
  const added = await admin.call(addCatalogueEntryOperation, { body: BUSY });
  const id = added.headers.get('Location')?.split('/').at(-1) ?? '';
  expect(added).toMatchObject({ status: 201, json: { id, revision: 1 } });
  const again = await admin.call(addCatalogueEntryOperation, { body: { ...BUSY, code: 'PSP-Busy' } });
  expect(again).toMatchObject({ status: 409, json: { code: 'code_taken', id } });
  const both = await admin.call(addCatalogueEntryOperation, { body: { ...BUSY, means: 'timeout' } });
  expect(both).toMatchObject({ status: 400, json: { errors: [{ path: 'class', code: 'catalogue_decision' }] } });
  const pattern = await admin.call(addCatalogueEntryOperation, { body: { ...BUSY, code: 'psp*' } });
  expect(pattern).toMatchObject({ status: 422, json: { code: 'code_pattern' } });
  expect(await editor.call(addCatalogueEntryOperation, { body: BUSY })).toMatchObject({ status: 403 });

  const listed = await editor.call(listCatalogueOperation);
  expect(listed.json).toMatchObject({
    entries: [{ ...BUSY, id, revision: 1, writtenBy: 'administrator' }],
    builtIn: CATALOGUE.map(({ token }) => ({ token })),
  });
  const one = await editor.call(getCatalogueEntryOperation, { id });
  expect([one.status, one.headers.get('ETag')]).toEqual([200, '"1"']);

  const body = { ...BUSY, class: 'terminal' };
  expect(await admin.call(changeCatalogueEntryOperation, { id, body })).toMatchObject({ status: 428 });
  const changed = await admin.call(changeCatalogueEntryOperation, { id, body, headers: { 'If-Match': '"1"' } });
  expect(changed).toMatchObject({ status: 200, json: { id, revision: 2 } });
  const stale = await admin.call(changeCatalogueEntryOperation, { id, body, headers: { 'If-Match': '"1"' } });
  expect(stale).toMatchObject({ status: 412, json: { current: { class: 'terminal', revision: 2 } } });
  const removed = await admin.call(removeCatalogueEntryOperation, { id, headers: { 'If-Match': '"2"' } });
  expect(removed.status).toBe(204);
  expect((await editor.call(listCatalogueOperation)).json).toMatchObject({ entries: [] });
}
