import type { Keyring } from '@/lib/secrets/keyring';
import { open, seal } from '@/lib/secrets/seal';
import { HOUR_MS } from '@/lib/shared/clock';
import { isJsonObject, parseJson } from '@/lib/shared/json';
import type { PlaceFields } from './source-schema';

/** So long a source may be thought over; then the password is asked for again. */
const KEPT_MS = 12 * HOUR_MS;

/** Who types it, and when. */
interface Typing {
  readonly actor: { readonly id: string };
  readonly now: Date;
}

/**
 * A password that was typed for a source which is not connected yet, sealed, to be kept by the person's browser instead
 * of the password: it opens for this person only, and for the server, user and protection that it was typed for. Null
 * where there is none.
 */
export function sealTypedPassword(keyring: Keyring, { actor, now }: Typing, place: PlaceFields): string | null {
  if (place.kind === 'own' || place.password === null) return null;
  const content = { password: place.password, until: now.getTime() + KEPT_MS };
  return seal(keyring, contextOf(actor.id, place), JSON.stringify(content));
}

/** The place with the password that was sealed for it; as it is where one was typed, or none that may be used is there. */
export function withTypedPassword(
  keyring: Keyring,
  { actor, now }: Typing,
  place: PlaceFields,
  sealed: string | null,
): PlaceFields {
  if (place.kind === 'own' || place.password !== null || sealed === null) return place;
  const opened = open(keyring, contextOf(actor.id, place), sealed);
  const content = opened.ok ? parseJson(opened.value) : undefined;
  if (!isJsonObject(content)) return place;
  const { password, until } = content;
  const holds = typeof until === 'number' && now.getTime() < until && typeof password === 'string';
  return holds ? { ...place, password } : place;
}

function contextOf(actorId: string, place: Extract<PlaceFields, { kind: 'postgres' }>): string {
  const { host, port, user, tls } = place;
  return `typed_source_password:${JSON.stringify([actorId, host, port, user, tls])}`;
}
