import type { z } from 'zod';
import type { Permission } from '@/lib/accounts/permissions';
import type { ProblemCode } from './problems';

/** Where the interface begins. */
export const API_ROOT = '/api/v1';

/** Groups of operations, in the order in which they are shown. */
export const TAGS = [
  'workflows',
  'nodes',
  'failures',
  'catalogue',
  'drills',
  'groups',
  'history',
  'operations',
  'sources',
  'account',
] as const;
export type Tag = (typeof TAGS)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What an answer that is not refused looks like. */
export interface Success {
  readonly status: 200 | 201 | 204;
  /** Null: nothing, or a file of these types. */
  readonly schema: z.ZodType | null;
  readonly mediaTypes?: readonly string[];
  /** The answer carries the version as entity tag. */
  readonly etag?: boolean;
  readonly location?: boolean;
}

/**
 * One operation of the interface for programs, as data: the wrapper of the routes checks by it, the OpenAPI
 * document and the page that shows it are made of it. Its summary stands in the messages, under its id.
 */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** Below `/api/v1`; parameters in braces. */
  readonly path: string;
  readonly tag: Tag;
  /** Null: whoever is known may. */
  readonly permission: Permission | null;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: {
    readonly schema: z.ZodType;
    /** How it is documented, where the wrapper looks at less than the command does. */
    readonly shown?: z.ZodType;
  };
  /** How a change is held against the version that the program saw. */
  readonly precondition?: 'version' | 'version_or_none' | 'version_if_replacing';
  readonly success: Success;
  /** What it may answer beside what every operation may. */
  readonly refusals: readonly ProblemCode[];
}

/** Checks an operation's shape and keeps its exact type, from which handlers know what they get. */
export function operation<const O extends Operation>(declared: O): O {
  return declared;
}

/** What a schema makes of a part of the request; an empty object where the operation has none. */
export type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<string, never>;
export type ParamsOf<O extends Operation> = Parsed<O['params']>;
export type QueryOf<O extends Operation> = Parsed<O['query']>;
export type BodyOf<O extends Operation> = O['body'] extends { readonly schema: infer S } ? Parsed<S> : undefined;
/** What a handler answers with; it is held against the schema before it leaves. */
export type ReplyOf<O extends Operation> = O['success']['schema'] extends z.ZodType
  ? Unchanged<z.input<O['success']['schema']>>
  : null;

/** What is only read: queries and commands hand out lists that nobody may change. */
type Unchanged<T> = T extends Date
  ? T
  : T extends readonly (infer Each)[]
    ? readonly Unchanged<Each>[]
    : T extends object
      ? { readonly [Key in keyof T]: Unchanged<T[Key]> }
      : T;
