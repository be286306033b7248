import { z } from 'zod';
import { isStorable } from '@/lib/shared/storable';
import { ROLES } from './permissions';

/** Lower case: it is what people are told apart by, and what membership in owner groups goes by. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email({ message: 'email' }).max(254, { message: 'email' }));

export const MIN_PASSWORD = 10;
/** NIST SP 800-63B: length counts, composition rules do not; long enough for passphrases. */
export const passwordSchema = z
  .string()
  .min(MIN_PASSWORD, { message: 'password_short' })
  .max(200, { message: 'password_long' });

export const personNameSchema = z
  .string()
  .trim()
  .min(1, { message: 'name' })
  .max(120, { message: 'name' })
  .refine(isStorable, { message: 'name' });
export const roleSchema = z.enum(ROLES, { message: 'role' });

export const signInSchema = z.object({
  email: z.string().trim().toLowerCase().max(254, { message: 'email' }).refine(isStorable, { message: 'email' }),
  password: z.string().max(200, { message: 'password_long' }),
});
export type SignInInput = z.infer<typeof signInSchema>;

export const inviteSchema = z.object({ name: personNameSchema, email: emailSchema, role: roleSchema });
export type InviteInput = z.infer<typeof inviteSchema>;

/** What somebody says who holds a link; name and address only where the link does not know them. */
export const joinSchema = z.object({
  token: z.string().max(200),
  name: personNameSchema,
  email: emailSchema,
  password: passwordSchema,
});
export type JoinInput = z.infer<typeof joinSchema>;

export const personIdSchema = z.object({ id: z.uuid() });
export const personRoleSchema = z.object({ id: z.uuid(), role: roleSchema });
export const personAccessSchema = z.object({ id: z.uuid(), disabled: z.boolean() });
export const sessionIdSchema = z.object({ id: z.uuid() });

export const passwordChangeSchema = z.object({
  current: z.string().max(200, { message: 'password_long' }),
  next: passwordSchema,
});
