import { hashPassword } from 'better-auth/crypto';
import type { Db } from '@/lib/db/client';
import { isUniqueViolation } from '@/lib/db/errors';
import { EXAMPLE_PASSWORD, EXAMPLE_PEOPLE } from '@/lib/people/example-people';

/**
 * Makes the example people on a database that has nobody yet. True when they are there afterwards: also when
 * another start at the same time has made them.
 */
export async function loadExamplePeople(db: Db): Promise<boolean> {
  if ((await db.user.count()) === 0) await makeThem(db);
  const emails = EXAMPLE_PEOPLE.map(({ email }) => email);
  return (await db.user.count({ where: { email: { in: emails }, disabledAt: null } })) > 0;
}

async function makeThem(db: Db): Promise<void> {
  const password = await hashPassword(EXAMPLE_PASSWORD);
  try {
    await db.$transaction(async (tx) => {
      for (const { name, email, role } of EXAMPLE_PEOPLE) {
        const { id } = await tx.user.create({ data: { name, email, role, emailVerified: true } });
        await tx.account.create({ data: { userId: id, accountId: id, providerId: 'credential', password } });
      }
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
}
