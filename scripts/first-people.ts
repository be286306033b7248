import { type Environment, publicAddress } from '@/lib/env';

export interface WayIn {
  /** The sign-in page may offer the example people. */
  readonly examples: boolean;
  /** The one-time link of the first administrator; null when there are people. */
  readonly link: string | null;
}

/**
 * Makes sure that somebody can sign in: the example people on the embedded database with its sample data, else a
 * link for the first administrator, as long as there is nobody.
 */
export async function firstPeople(environment: Environment, databaseUrl: string, embedded: boolean): Promise<WayIn> {
  // Only now: the database client may just have been generated.
  const [{ createDb }, { firstAdministratorLink }, { loadExamplePeople }] = await Promise.all([
    import('@/lib/db/client'),
    import('@/lib/people/commands'),
    import('@/prisma/seed/people'),
  ]);
  const db = createDb(databaseUrl);
  try {
    const examples = embedded && environment.FAILPATH_SAMPLE !== '0' && (await loadExamplePeople(db));
    const link = await firstAdministratorLink(db, new Date());
    return { examples, link: link && `${publicAddress(environment)}/welcome/${link.token}` };
  } finally {
    await db.$disconnect();
  }
}
