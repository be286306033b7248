import type { Role } from '@/lib/accounts/permissions';
import type { RoomKey } from './rooms';

/** Who is signed in, as the frame of every page shows it. */
export interface ShellPerson {
  readonly name: string;
  readonly role: Role;
  /** Pages of the navigation that they may open. */
  readonly rooms: readonly RoomKey[];
}
