import { z } from 'zod';
import { isStorable } from '@/lib/shared/storable';
import { SCOPES, type Scope } from './permissions';

export const MAX_TOKEN_DAYS = 365;
export const MAX_TOKENS = 100;

/** Names of all scopes. */
export const SCOPE_NAMES = Object.keys(SCOPES).filter((name): name is Scope => name in SCOPES);

export const scopeSchema = z.enum(SCOPE_NAMES, { message: 'token_scope' });

/** A token as a person asks for it. `expiresInDays` null: never, for administrators only. */
export const tokenSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, { message: 'token_name' })
    .max(80, { message: 'token_name' })
    .refine(isStorable, { message: 'token_name' }),
  scopes: z
    .array(scopeSchema)
    .min(1, { message: 'token_scopes' })
    .refine((scopes) => new Set(scopes).size === scopes.length, { message: 'token_scopes' }),
  expiresInDays: z
    .int({ message: 'token_expiry' })
    .min(1, { message: 'token_expiry' })
    .max(MAX_TOKEN_DAYS, { message: 'token_expiry' })
    .nullable(),
});
export type TokenInput = z.output<typeof tokenSchema>;

export const tokenIdSchema = z.object({ id: z.uuid() });
