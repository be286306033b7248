import type { Role } from '@/lib/accounts/permissions';

export interface ExamplePerson {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/**
 * One per role, to try the product with the sample data. They exist on the embedded database only, whose server
 * listens on this machine alone. The editor is a member of two of the sample's owner groups.
 */
export const EXAMPLE_PEOPLE: readonly ExamplePerson[] = [
  { name: 'Noor Bakker', email: 'noor.bakker@example.com', role: 'administrator' },
  { name: 'Jonas Weber', email: 'jonas.weber@example.com', role: 'editor' },
  { name: 'Ravi Patel', email: 'ravi.patel@example.com', role: 'viewer' },
];

/** No secret: whoever may open the page may read it there. */
export const EXAMPLE_PASSWORD = 'failpath example';
