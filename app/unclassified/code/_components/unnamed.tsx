import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { TextLink } from '@/components/ui/text-link';

/** Why no rule can name the code, and what helps instead. */
export function Unnamed({ code }: { code: string | null }) {
  const t = useTranslations('unclassified.code.unnamed');
  const why = reasonOf(code);
  return (
    <Alert color="blue" icon={<IconInfoCircle size={18} aria-hidden />} title={t(`${why}.title`)}>
      <p style={{ margin: '0 0 6px', maxWidth: '80ch' }}>{t(`${why}.body`)}</p>
      <TextLink href="/sources">{t(`${why}.action`)}</TextLink>
    </Alert>
  );
}

function reasonOf(code: string | null): 'noCode' | 'empty' | 'long' {
  if (code === null) return 'noCode';
  return code === '' ? 'empty' : 'long';
}
