'use client';

import { Alert } from '@mantine/core';
import { useSourceWords } from '../../_components/use-source-words';

/** Why something was not done; nothing where nothing was refused. */
export function Refusal({ reason }: { reason: string | null }) {
  const words = useSourceWords();
  return reason === null ? null : (
    <Alert color="red" role="alert">
      {words(reason)}
    </Alert>
  );
}
