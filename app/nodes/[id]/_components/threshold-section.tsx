'use client';

import { Text } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useEditor } from './editor-context';
import { Section } from './section';
import { Waiting } from './waiting';

const ThresholdList = dynamic(() => import('./threshold-list').then((module) => module.ThresholdList), {
  ssr: false,
  loading: Loading,
});

/** How far below the screen it begins to be read. */
const AHEAD = '600px';

/** How many failures are usual, per code. History is read when somebody comes near it: most visits do not. */
export function ThresholdSection() {
  const t = useTranslations('thresholdForm');
  const { editor, node, textAt } = useEditor();
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  // What is wrong has to be mended, whoever owns the node.
  const wrong = editor.diagnostics.some(({ path }) => path?.[0] === 'alert' && path[1] === 'thresholds');
  const closed = textAt(['owner']) === '' && node.workflowOwner === null && !wrong;
  const shown = near || wrong;
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: AHEAD },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <Section id="thresholds" title={t('title')} hint={t('hint')} term="threshold">
      <div ref={place}>
        {closed ? <Text size="sm">{t('closed')}</Text> : null}
        {closed || shown ? null : <Loading />}
        {shown && !closed ? <ThresholdList /> : null}
      </div>
    </Section>
  );
}

function Loading() {
  const t = useTranslations('thresholdForm');
  return (
    <div data-only-screen>
      <Waiting label={t('loading')} height={140} />
    </div>
  );
}
