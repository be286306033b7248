'use client';

import { SegmentedControl } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEditor } from './editor-context';
import type { NodeView } from './use-node-view';

/** Form, text, or both side by side. */
export function ViewSwitch({
  view,
  views,
  onChoose,
}: {
  view: NodeView;
  views: readonly NodeView[];
  onChoose: (view: NodeView) => void;
}) {
  const t = useTranslations('node.view');
  const { node } = useEditor();
  return (
    <SegmentedControl
      aria-label={t('label')}
      size="xs"
      value={view}
      onChange={(value) => {
        const chosen = views.find((each) => each === value);
        if (chosen) onChoose(chosen);
      }}
      data={views.map((each) => ({ value: String(each), label: t(each, { format: node.textFormat }) }))}
      style={{ alignSelf: 'flex-start' }}
    />
  );
}
