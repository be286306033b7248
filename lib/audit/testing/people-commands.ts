import { hashPassword } from 'better-auth/crypto';
import { createAuth } from '@/lib/accounts/auth';
import type { Ctx } from '@/lib/accounts/context';
import {
  changePassword,
  endSession,
  invitePerson,
  join,
  resetPassword,
  setAccess,
  setRole,
  withdrawInvitation,
} from '@/lib/people/commands';
import { signIn, signOut } from '@/lib/people/sign-in-commands';
import { createToken, revokeToken } from '@/lib/people/token-commands';

const GONE = '00000000-0000-4000-8000-000000000000';
const INVITED = { name: 'Cy', email: 'cy@example.com', role: 'editor' as const };
const BO = '3f0c2f9e-5a0e-4a57-9a5c-0d8f6f3a1b22';
const TOKEN = { name: 'ci', scopes: ['read' as const], expiresInDays: 30 };
const AUTH = { secret: 'a secret of thirty-two characters', baseUrl: 'http://localhost' };

/** The commands of people, their sessions and tokens, as rows of `auditedCommands`; who acts has this password. */
export function peopleCommands(ctx: Ctx, { password }: { readonly password: string }) {
  const { id: me, name } = ctx.actor;
  const email = emailOf(name);
  const bo = () => addPerson(ctx, { id: BO, name: 'Bo', role: 'editor', password });
  const signedIn = () => ({ ...within(ctx), sessionId: GONE });
  const nobody = () => ({ db: ctx.db, now: ctx.now, from: { ip: '192.0.2.7', userAgent: 'a test' } });
  const session = () => ctx.db.session.create({ data: { userId: me, token: 't', expiresAt: ctx.now } });
  const signingIn = () => ({ ...nobody(), auth: createAuth(ctx.db, AUTH), headers: new Headers() });
  return {
    'people/commands#invitePerson': {
      writes: ['person.invite'],
      arrange: async () => () => invitePerson(ctx, INVITED),
      idle: () => invitePerson(ctx, { ...INVITED, email }),
    },
    'people/commands#withdrawInvitation': {
      writes: ['person.withdraw'],
      arrange: async () => {
        await invitePerson(ctx, INVITED);
        const { id } = await ctx.db.invitation.findFirstOrThrow();
        return () => withdrawInvitation(ctx, { id });
      },
      idle: () => withdrawInvitation(ctx, { id: GONE }),
    },
    'people/commands#resetPassword': {
      writes: ['person.reset_password'],
      arrange: async () => {
        const id = await bo();
        return () => resetPassword(ctx, { id });
      },
      idle: () => resetPassword(ctx, { id: GONE }),
    },
    'people/commands#setRole': {
      writes: ['person.role'],
      arrange: async () => {
        const id = await bo();
        return () => setRole(ctx, { id, role: 'viewer' });
      },
      idle: () => setRole(ctx, { id: me, role: 'viewer' }),
    },
    'people/commands#setAccess': {
      writes: ['person.disable'],
      arrange: async () => {
        const id = await bo();
        return () => setAccess(ctx, { id, disabled: true });
      },
      idle: () => setAccess(ctx, { id: me, disabled: true }),
    },
    'people/commands#endSession': {
      writes: ['session.end'],
      arrange: async () => {
        const { id } = await session();
        return () => endSession(ctx, { id });
      },
      idle: () => endSession(ctx, { id: GONE }),
    },
    'people/commands#changePassword': {
      writes: ['password.change'],
      arrange: async () => () => changePassword(signedIn(), { current: password, next: 'another long one' }),
      idle: () => changePassword(signedIn(), { current: 'wrong', next: 'another long one' }),
    },
    'people/commands#join': {
      writes: ['person.join'],
      arrange: async () => {
        const link = await invitePerson(ctx, INVITED);
        if (!link.ok) throw new Error(link.error.reason);
        return () => join(nobody(), { ...INVITED, token: link.value.token, password });
      },
      idle: () => join(nobody(), { ...INVITED, token: 'x'.repeat(43), password }),
    },
    'people/commands#firstAdministratorLink': { none: 'nobody is there yet; whoever follows the link is audited' },
    'people/sign-in-commands#signIn': {
      writes: ['sign_in'],
      arrange: async () => () => signIn(signingIn(), { email, password }),
      idle: () => signIn(signingIn(), { email, password: 'wrong' }),
    },
    'people/sign-in-commands#signOut': {
      writes: ['sign_out'],
      arrange: async () => {
        const { id } = await session();
        return () => signOut({ ...within(ctx), sessionId: id });
      },
      idle: () => signOut(signedIn()),
    },
    'people/token-commands#createToken': {
      writes: ['token.create'],
      arrange: async () => () => createToken(ctx, TOKEN),
      idle: () => createToken({ ...within(ctx), actor: { ...ctx.actor, id: 'system' } }, TOKEN),
    },
    'people/token-commands#revokeToken': {
      writes: ['token.revoke'],
      arrange: async () => {
        const made = await createToken(ctx, TOKEN);
        if (!made.ok) throw new Error(made.error.reason);
        return () => revokeToken(ctx, { id: made.value.id });
      },
      idle: () => revokeToken(ctx, { id: GONE }),
    },
  } as const;
}

interface NewPerson {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly password: string;
}

/** Somebody who may sign in, written past the commands: they would leave entries of their own. */
export async function addPerson({ db }: Ctx, { password, ...person }: NewPerson): Promise<string> {
  await db.user.create({ data: { ...person, email: emailOf(person.name) } });
  const data = { userId: person.id, accountId: person.id, providerId: 'credential' };
  await db.account.create({ data: { ...data, password: await hashPassword(password) } });
  return person.id;
}

function emailOf(name: string): string {
  return `${name.toLowerCase()}@example.com`;
}

/** The context as it is now: its database is there only within tests. */
function within(ctx: Ctx): Ctx {
  return { ...ctx, db: ctx.db };
}
