import { ActionIcon } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { signOutAction } from '@/app/sign-in/actions';
import { notify } from '@/components/ui/notify';
import classes from './person-bar.module.css';
import type { ShellPerson } from './shell-person';

/** Who is signed in, the way to their profile, and out. */
export function PersonBar({ person, active }: { person: ShellPerson; active: boolean }) {
  const t = useTranslations('common.person');
  const refusals = useTranslations('common.refusals');
  return (
    <div className={classes.bar}>
      <Link href="/profile" className={classes.person} aria-current={active ? 'page' : undefined} prefetch={false}>
        <span className={classes.name}>{person.name}</span>
        <span className={classes.role}>{t(`roles.${person.role}`)}</span>
      </Link>
      <form
        action={async () => {
          const out = await signOutAction().then(
            () => true,
            () => false,
          );
          if (!out) return void notify({ color: 'red', message: refusals('unexpected') });
          // A whole page load: nothing that was shown to the person stays.
          location.assign('/sign-in');
        }}
      >
        <ActionIcon
          type="submit"
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          aria-label={t('signOut')}
          title={t('signOut')}
        >
          <IconLogout size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </form>
    </div>
  );
}
