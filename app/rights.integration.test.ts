import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createAuth } from '@/lib/accounts/auth';
import { type Ctx, ForbiddenError } from '@/lib/accounts/context';
import { type Actor, can, type Permission, ROLES, type Role } from '@/lib/accounts/permissions';
import { firstAdministratorLink, join as joinByLink } from '@/lib/people/commands';
import { testContext } from '@/lib/testing/context';

/** What stands before a door; `open`: nobody has to be signed in. */
type Door = Permission | 'open';

const ACTIONS: Readonly<Record<string, Readonly<Record<string, Door>>>> = {
  '_list/actions': {
    saveViewAction: 'view.save',
    renameViewAction: 'view.save',
    overwriteViewAction: 'view.save',
    deleteViewAction: 'view.save',
  },
  'bulk/actions': all('policy.edit', 'openBulk', 'startBulk', 'cancelBulk', 'undoBulk', 'previewBulkItem'),
  'confirm/[token]/actions': { confirmAction: 'open' },
  'drills/actions': all('drill.run', 'start', 'again', 'stop', 'stopAll'),
  'drills/targets/actions': {
    addTargetAction: 'drill_target.edit',
    changeTargetAction: 'drill_target.edit',
    rotateTargetAction: 'drill_target.edit',
    removeTargetAction: 'drill_target.edit',
  },
  'failures/actions': {
    createCycleAction: 'cycle.edit',
    updateCycleAction: 'cycle.edit',
    deleteCycleAction: 'cycle.edit',
  },
  'groups/actions': { createAction: 'group.edit', updateAction: 'group.edit', deleteAction: 'group.edit' },
  'inbox/actions': {
    acknowledgeAction: 'hand_off.work',
    assignAction: 'hand_off.work',
    resolveAction: 'hand_off.work',
    reopenAction: 'hand_off.work',
  },
  'groups/[id]/actions': {
    addChannelAction: 'channel.edit',
    changeChannelAction: 'channel.edit',
    switchChannelAction: 'channel.edit',
    removeChannelAction: 'channel.edit',
    rotateSecretAction: 'channel.edit',
    endOldSecretAction: 'channel.edit',
    testChannelAction: 'channel.edit',
    resendAction: 'channel.edit',
  },
  'groups/[id]/standard/actions': { saveStandardAction: 'standard.edit', bringInLineAction: 'policy.edit' },
  'import/actions': {
    previewAction: 'workflow.import',
    importAction: 'workflow.import',
    discardAction: 'workflow.import',
  },
  'import/batches/[id]/actions': all('workflow.import', 'cancelBatch', 'replaceAll'),
  'nodes/[id]/actions': {
    readEntriesAction: 'read',
    saveDraftAction: 'policy.edit',
    putBackAction: 'read',
    publishAction: 'policy.publish',
  },
  'operations/actions': { pauseRollupAction: 'source.edit', recountHistoryAction: 'source.edit' },
  'nodes/actions': { chooseAllAction: 'policy.edit' },
  'people/actions': {
    inviteAction: 'people.edit',
    resetAction: 'people.edit',
    withdrawAction: 'people.edit',
    roleAction: 'people.edit',
    accessAction: 'people.edit',
  },
  'profile/actions': {
    endSessionAction: 'profile.edit',
    changePasswordAction: 'profile.edit',
    createTokenAction: 'profile.edit',
    revokeTokenAction: 'profile.edit',
  },
  'sign-in/actions': { signInAction: 'open', signOutAction: 'open' },
  'sources/actions': all('source.edit', 'look', 'sample', 'preview', 'connect', 'change'),
  'sources/[id]/actions': all(
    'source.edit',
    ...['cancelCount', 'resumeCount', 'pause', 'resume', 'askRecount', 'cancelRecount', 'remove', 'meaning'],
  ),
  'welcome/[token]/actions': { joinAction: 'open' },
  'workflows/[id]/actions': { setEngineVersionAction: 'workflow.import' },
  'workflows/[id]/skeleton/actions': {
    draftSkeletonAction: 'policy.edit',
    publishSkeletonAction: 'policy.publish',
    undoSkeletonAction: 'policy.edit',
    previewSkeletonAction: 'read',
  },
  'workflows/[id]/versions/restore/actions': { restoreAction: 'policy.publish' },
};

const ROUTES: Readonly<Record<string, Readonly<Record<string, Door>>>> = {
  'api/[[...path]]/route': { GET: 'open', POST: 'open', PUT: 'open', PATCH: 'open', DELETE: 'open' },
  'api/bulk-changes/[id]/advance/route': { POST: 'policy.edit' },
  'api/bulk-changes/[id]/route': { GET: 'policy.edit' },
  'api/drills/[id]/version/route': { GET: 'read' },
  'api/health/route': { GET: 'open' },
  'api/import-batches/[id]/advance/route': { POST: 'workflow.import' },
  'api/import-batches/[id]/files/route': { POST: 'workflow.import' },
  'api/import-batches/[id]/route': { GET: 'workflow.import' },
  'api/import-batches/route': { POST: 'workflow.import' },
  'api/inbox/version/route': { GET: 'read' },
  'api/v1/audit.csv/route': { GET: 'audit.read' },
  'api/v1/conformance/route': { GET: 'read' },
  'api/v1/coverage.csv/route': { GET: 'read' },
  'api/v1/deliveries/[id]/route': { GET: 'read' },
  'api/v1/drills/[id]/route': { GET: 'read' },
  'api/v1/drills/[id]/stop/route': { POST: 'drill.run' },
  'api/v1/failure-rows.csv/route': { GET: 'read' },
  'api/v1/failures.csv/route': { GET: 'read' },
  'api/v1/failures/route': { GET: 'read' },
  'api/v1/imports/[id]/route': { GET: 'workflow.import' },
  'api/v1/me/route': { GET: 'read' },
  'api/v1/metrics/route': { GET: 'operations.read' },
  'api/v1/nodes/[id]/draft/route': { GET: 'read', PUT: 'policy.edit', DELETE: 'policy.edit' },
  'api/v1/nodes/[id]/drills/route': { POST: 'drill.run' },
  'api/v1/nodes/[id]/policy/route': { GET: 'read', PUT: 'policy.publish' },
  'api/v1/nodes/[id]/policy/validate/route': { POST: 'read' },
  'api/v1/nodes/[id]/preview/route': { POST: 'read' },
  'api/v1/nodes/[id]/route': { GET: 'read' },
  'api/v1/nodes/route': { GET: 'read' },
  'api/v1/openapi.json/route': { GET: 'open' },
  'api/v1/operations/route': { GET: 'operations.read' },
  'api/v1/owner-groups/[id]/route': { GET: 'read', PUT: 'group.edit', DELETE: 'group.edit' },
  'api/v1/owner-groups/[id]/standard/route': { GET: 'read', PUT: 'standard.edit' },
  'api/v1/owner-groups/route': { GET: 'read', POST: 'group.edit' },
  'api/v1/run-steps/route': { POST: 'history.write' },
  'api/v1/search/route': { GET: 'read' },
  'api/v1/sources/[id]/recounts/[recountId]/route': { GET: 'read', DELETE: 'source.edit' },
  'api/v1/sources/[id]/recounts/route': { POST: 'source.edit' },
  'api/v1/sources/[id]/route': { GET: 'read' },
  'api/v1/sources/route': { GET: 'read' },
  'api/v1/workflows/[id]/export/route': { GET: 'read' },
  'api/v1/workflows/[id]/route': { GET: 'read' },
  'api/v1/workflows/export/route': { GET: 'read' },
  'api/v1/workflows/preview/route': { POST: 'workflow.import' },
  'api/v1/workflows/route': { GET: 'read', POST: 'workflow.import' },
};

const COMMANDS: Readonly<Record<string, Readonly<Record<string, Permission>>>> = {
  'alerts/delivery-commands': { sendTest: 'channel.edit', replayDelivery: 'channel.edit' },
  'alerts/inbox-commands': each(
    'hand_off.work',
    ...['acknowledgeHandOffs', 'assignHandOffs', 'resolveHandOffs', 'reopenHandOffs'],
  ),
  'drills/commands': each('drill.run', 'startDrills', 'repeatDrills', 'stopDrills', 'stopAllDrills'),
  'drills/target-commands': each(
    'drill_target.edit',
    ...['addTarget', 'changeTarget', 'rotateTargetSecret', 'removeTarget'],
  ),
  'history/commands': each('cycle.edit', 'createCycle', 'updateCycle', 'deleteCycle'),
  'history/ingest': { ingestSteps: 'history.write' },
  'history/rollup-commands': { pauseRollup: 'source.edit', recountHistory: 'source.edit' },
  'insight/standard-commands': { bringInLine: 'policy.edit' },
  'insight/view-commands': each('view.save', 'saveView', 'renameView', 'overwriteView', 'deleteView'),
  'owners/channel-commands': each(
    'channel.edit',
    ...['addChannel', 'changeChannel', 'switchChannel', 'removeChannel', 'rotateSigningSecret', 'endOldSigningSecret'],
  ),
  'owners/commands': { createOwnerGroup: 'group.edit', updateOwnerGroup: 'group.edit', deleteOwnerGroup: 'group.edit' },
  'owners/standard-commands': { saveStandard: 'standard.edit' },
  'people/commands': {
    ...each('people.edit', 'invitePerson', 'resetPassword', 'withdrawInvitation', 'setRole', 'setAccess'),
    ...each('profile.edit', 'endSession', 'changePassword'),
  },
  'people/sign-in-commands': { signOut: 'profile.edit' },
  'people/token-commands': { createToken: 'profile.edit', revokeToken: 'profile.edit' },
  'sources/source-commands': each(
    'source.edit',
    ...[
      'connectSource',
      'changeSource',
      'pauseSource',
      'resumeSource',
      'cancelCount',
      'resumeCount',
      'askRecount',
      'cancelRecount',
      'removeSource',
    ],
  ),
  'workflows/batch-import': each(
    'workflow.import',
    ...['startBatch', 'receiveFiles', 'advanceBatch', 'cancelBatch', 'replaceUnopposed'],
  ),
  'workflows/bulk-commands': each('policy.edit', 'openBulk', 'startBulk', 'advanceBulk', 'cancelBulk', 'undoBulk'),
  'workflows/drafts': { saveDraft: 'policy.edit' },
  'workflows/engine-version-commands': each('workflow.import', 'setEngineVersion'),
  'workflows/import': each('workflow.import', 'previewImport', 'importWorkflow', 'discardRejectedImport'),
  'workflows/publish': {
    publishPolicy: 'policy.publish',
    publishPolicies: 'policy.publish',
    publishLocked: 'policy.publish',
  },
  'workflows/skeleton-commands': {
    draftSkeleton: 'policy.edit',
    publishSkeleton: 'policy.publish',
    discardSkeletonDrafts: 'policy.edit',
  },
  'workflows/versions-commands': { restoreVersion: 'policy.publish' },
};
/** Exported by command files, and no commands: what they do is part of one, or comes before anybody is signed in. */
const NO_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'alerts/delivery-commands': ['confirmReceipt'],
  'people/commands': ['join', 'firstAdministratorLink'],
  'people/sign-in-commands': ['signIn'],
  'workflows/drafts': ['toDraft'],
  'workflows/publish': ['stampWaiver', 'judgePolicy', 'hasNewWaiver', 'owningGroup'],
};

/** Pages for those who are not signed in; every other one asks `contextFor` before it reads anything. */
const OPEN_PAGES = ['confirm/[token]/page', 'sign-in/page', 'welcome/[token]/page'];

const request = vi.hoisted(() => ({ headers: new Headers() }));
vi.mock('next/headers', () => ({
  headers: async () => request.headers,
  cookies: async () => ({ get: () => undefined, set: () => undefined, delete: () => undefined }),
}));
// Words are made by the framework within a request; which ones is no matter here.
vi.mock('next-intl/server', () => ({
  getTranslations: async () => Object.assign((key: string) => key, { has: () => true }),
  getFormatter: async () => ({}),
  getLocale: async () => 'en',
  getTimeZone: async () => 'UTC',
}));
// One context per request; here each call is one.
vi.mock('react', async (original) => ({ ...(await original<object>()), cache: <T>(run: T) => run }));

const ctx = testContext();
const APP = import.meta.dirname;
const LIB = path.resolve(APP, '../lib');
const PASSWORD = 'a whole sentence';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const cookies: Partial<Record<Role, string>> = {};

beforeAll(async () => {
  globalThis.failpathDb = ctx.db;
  const auth = createAuth(ctx.db, { secret: 'x'.repeat(43), baseUrl: 'http://localhost:3000' });
  globalThis.failpathAuth = auth;
  const link = await firstAdministratorLink(ctx.db, ctx.now);
  const door = { db: ctx.db, now: ctx.now, from: { ip: null, userAgent: null } };
  await joinByLink(door, {
    token: link?.token ?? '',
    name: 'A',
    email: 'administrator@example.com',
    password: PASSWORD,
  });
  const { password } = await ctx.db.account.findFirstOrThrow();
  for (const role of ROLES) {
    const email = `${role}@example.com`;
    if (role !== 'administrator') {
      const { id } = await ctx.db.user.create({ data: { name: role, email, role } });
      await ctx.db.account.create({ data: { userId: id, accountId: id, providerId: 'credential', password } });
    }
    const { headers } = await auth.api.signInEmail({ body: { email, password: PASSWORD }, returnHeaders: true });
    cookies[role] = (headers.get('set-cookie') ?? '').split(';')[0];
  }
});

const WHO: readonly (Role | null)[] = [null, ...ROLES];
const become = (role: Role | null) => {
  const cookie = role && cookies[role];
  request.headers = new Headers(cookie ? { cookie } : {});
};
const actorOf = (role: Role): Actor => ({ id: UNKNOWN, name: role, role, groups: [], via: 'session' });
const expected = (door: Door, role: Role | null) => {
  if (door === 'open') return 'passes';
  if (role === null) return 'signed_out';
  return can(actorOf(role), door) ? 'passes' : 'forbidden';
};

/** The same door before several actions. */
function all(door: Door, ...names: readonly string[]): Readonly<Record<string, Door>> {
  return each(door, ...names.map((name) => `${name}Action`));
}

function each<D extends Door>(door: D, ...names: readonly string[]): Readonly<Record<string, D>> {
  return Object.fromEntries(names.map((name) => [name, door]));
}

/** Files of that name below a folder, without their ending. */
function filesOf(folder: string, named: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => named.test(file) && !/\.test\.|(^|\/)testing\//.test(file))
    .map((file) => file.replace(/\.tsx?$/, ''))
    .sort();
}

const exportsOf = async (file: string): Promise<Record<string, unknown>> => ({ ...(await import(file)) });

function isFunction(value: unknown): value is (...given: unknown[]) => Promise<unknown> {
  return typeof value === 'function';
}

describe('actions', () => {
  it('every one has a row', async () => {
    expect(filesOf(APP, /(^|\/)actions\.ts$/)).toEqual(Object.keys(ACTIONS).sort());
    for (const [file, rows] of Object.entries(ACTIONS))
      expect(Object.keys(await exportsOf(path.join(APP, `${file}.ts`))).sort(), file).toEqual(Object.keys(rows).sort());
  });

  it.each(WHO)('as %s: each asks before it reads its input', async (role) => {
    become(role);
    for (const [file, rows] of Object.entries(ACTIONS)) {
      const functions = await exportsOf(path.join(APP, `${file}.ts`));
      for (const [name, door] of Object.entries(rows)) {
        if (name === 'signOutAction') continue;
        const run = functions[name];
        if (!isFunction(run)) throw new Error(`${file} ${name} is no function`);
        const result = await run(undefined);
        const reason = Reflect.get(Reflect.get(Object(result), 'error') ?? {}, 'reason');
        const seen = reason === 'signed_out' || reason === 'forbidden' ? reason : 'passes';
        expect(seen, `${file} ${name}`).toBe(expected(door, role));
      }
    }
  });
});

describe('routes', () => {
  const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

  it('every one has a row', async () => {
    expect(filesOf(path.join(APP, 'api'), /(^|\/)route\.ts$/).map((file) => `api/${file}`)).toEqual(
      Object.keys(ROUTES).sort(),
    );
    for (const [file, rows] of Object.entries(ROUTES)) {
      const names = Object.keys(await exportsOf(path.join(APP, `${file}.ts`))).filter((name) => METHODS.has(name));
      expect(names.sort(), file).toEqual(Object.keys(rows).sort());
    }
  });

  it.each(WHO)('as %s: each asks before it answers', async (role) => {
    become(role);
    for (const [file, rows] of Object.entries(ROUTES)) {
      const handlers = await exportsOf(path.join(APP, `${file}.ts`));
      for (const [method, door] of Object.entries(rows))
        expect(await answerOf(file, method, handlers[method]), `${file} ${method}`).toBe(expected(door, role));
    }
  });
});

async function answerOf(file: string, method: string, run: unknown): Promise<string> {
  if (!isFunction(run)) throw new Error(`${file} ${method} is no function`);
  const headers = new Headers({ 'Content-Type': 'application/json', 'If-Match': '"1"' });
  for (const [name, value] of request.headers) headers.set(name, value);
  const address = `http://localhost:3000/${file.replace(/\/route$/, '')}`;
  const asked = new Request(address, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) });
  const answer = await run(asked, { params: Promise.resolve({ id: UNKNOWN }) });
  if (!(answer instanceof Response)) throw new Error(`${file} ${method} gave no response`);
  // What it streams is not read: reading it would ask the framework for words.
  await answer.body?.cancel().catch(() => undefined);
  if (answer.status === 401) return 'signed_out';
  return answer.status === 403 ? 'forbidden' : 'passes';
}

describe('commands', () => {
  const FILES = /(^|\/|-)(commands|publish|import|drafts|ingest)\.ts$/;

  it('every one has a row', async () => {
    const known = [...new Set([...Object.keys(COMMANDS), ...Object.keys(NO_COMMANDS)])].sort();
    expect(filesOf(LIB, FILES)).toEqual(known);
    for (const file of known) {
      const rows = [...Object.keys(COMMANDS[file] ?? {}), ...(NO_COMMANDS[file] ?? [])];
      expect(Object.keys(await exportsOf(path.join(LIB, `${file}.ts`))).sort(), file).toEqual(rows.sort());
    }
  });

  it.each(ROLES)('as %s: each demands its permission first', async (role) => {
    for (const [file, rows] of Object.entries(COMMANDS)) {
      const functions = await exportsOf(path.join(LIB, `${file}.ts`));
      for (const [name, permission] of Object.entries(rows)) {
        const run = functions[name];
        if (!isFunction(run)) throw new Error(`${file} ${name} is no function`);
        const asked: Ctx = { db: ctx.db, now: ctx.now, actor: actorOf(role) };
        // What it makes of nonsense is its own matter; only whether it refuses who asks is seen here.
        const error: unknown = await run(asked, { id: UNKNOWN, nodes: [], policies: [], steps: [], members: [] }).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        const refused = error instanceof ForbiddenError ? error.permission : null;
        expect(refused, `${file} ${name}`).toBe(can(asked.actor, permission) ? null : permission);
      }
    }
  });
});

it('every page asks who is there', () => {
  const silent = filesOf(APP, /(^|\/)page\.tsx$/).filter(
    (file) => !/\bcontextFor\('/.test(readFileSync(path.join(APP, `${file}.tsx`), 'utf8')),
  );
  expect(silent).toEqual([...OPEN_PAGES].sort());
});
