'use client';

import { ActionIcon, Box, Button, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { ACTION_KINDS, ENFORCERS, SAFEGUARD_KINDS } from '@/lib/model/action-kinds';
import { valueAt } from '@/lib/policy/edit';
import { isJsonObject } from '@/lib/shared/json';
import classes from './actions.module.css';
import { useEditor } from './editor-context';
import { fieldAt } from './field-focus';
import { Section } from './section';

/** What in the node can really fail, and whether doing it twice does harm. */
export function ActionsSection() {
  const t = useTranslations('node.actions');
  const { editor, messageAt } = useEditor();
  const list = valueAt(editor.document, ['actions']);
  const actions = Array.isArray(list) ? list : [];
  const add = () => {
    const taken = new Set(actions.map((each) => (isJsonObject(each) ? each.id : null)));
    let n = actions.length + 1;
    while (taken.has(`action-${n}`)) n += 1;
    editor.set(['actions', actions.length], { id: `action-${n}`, kind: 'http' });
  };
  return (
    <Section id="actions" title={t('title')} hint={t('hint')} term="outbound_action">
      <Stack gap="sm">
        {actions.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('empty')}
          </Text>
        ) : null}
        {actions.map((each, index) =>
          isJsonObject(each) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the action's place in the config
            <ActionFields key={index} index={index} />
          ) : null,
        )}
        {messageAt(['actions']) ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {messageAt(['actions'])}
          </Text>
        ) : null}
        <Box>
          <Button variant="default" size="xs" leftSection={<IconPlus size={15} aria-hidden />} onClick={add}>
            {t('add')}
          </Button>
        </Box>
      </Stack>
    </Section>
  );
}

function ActionFields({ index }: { index: number }) {
  const t = useTranslations('node.actions');
  const terms = useTranslations('terms');
  const { editor, textAt, messageAt } = useEditor();
  const at = (...keys: string[]) => ['actions', index, ...keys];
  const id = textAt(at('id'));
  const safeguard = textAt(at('safeguard', 'kind'));
  const chosen = SAFEGUARD_KINDS.find((kind) => kind === safeguard);
  const enforcedBy = textAt(at('safeguard', 'enforcedBy'));
  const idempotent = valueAt(editor.document, at('idempotent'));
  return (
    <fieldset className={classes.action} {...fieldAt(['actions', index])}>
      <legend className={classes.legend}>{t('legend', { id })}</legend>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="dimmed"
        className={classes.remove}
        aria-label={t('remove', { id })}
        title={t('remove', { id })}
        onClick={() => editor.set(['actions', index], undefined)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect
          {...fieldAt(at('kind'))}
          label={t('kind')}
          description={t('kindHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={textAt(at('kind'))}
          error={messageAt(at('kind'))}
          data={optionsOf(ACTION_KINDS, textAt(at('kind')), (kind) => terms(`kind.${kind}`))}
          onChange={(event) => editor.set(at('kind'), event.currentTarget.value)}
        />
        <TextInput
          {...fieldAt(at('target'))}
          label={t('target')}
          description={t('targetHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="POST payments.example/v1/charges"
          value={textAt(at('target'))}
          error={messageAt(at('target'))}
          onChange={(event) => editor.set(at('target'), event.currentTarget.value || undefined)}
        />
        <YesNoUnknown path={at('idempotent')} label={t('idempotent')} hint={t('idempotentHint')} />
        {idempotent === true ? null : (
          <YesNoUnknown path={at('repeatable')} label={t('repeatable')} hint={t('repeatableHint')} />
        )}
        <NativeSelect
          {...fieldAt(at('safeguard'))}
          label={t('safeguard')}
          description={chosen ? t(`safeguardOption.${chosen}`) : t('safeguardHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={safeguard}
          error={messageAt(at('safeguard', 'kind'))}
          data={[
            { value: '', label: t('noSafeguard') },
            ...optionsOf(SAFEGUARD_KINDS, safeguard, (kind) => t(`safeguardOption.${kind}`)),
          ]}
          onChange={(event) => {
            const kind = event.currentTarget.value;
            if (kind === '') editor.set(at('safeguard'), undefined);
            else editor.set(at('safeguard', 'kind'), kind);
          }}
        />
        {safeguard === '' ? null : (
          <NativeSelect
            {...fieldAt(at('safeguard', 'enforcedBy'))}
            label={t('enforcedBy')}
            description={t('enforcedByHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={enforcedBy}
            error={messageAt(at('safeguard', 'enforcedBy'))}
            data={[
              ...(enforcedBy === '' ? [{ value: '', label: t('enforcedByChoose') }] : []),
              ...optionsOf(ENFORCERS, enforcedBy, (who) => terms(`enforcedBy.${who}`)),
            ]}
            onChange={(event) => editor.set(at('safeguard', 'enforcedBy'), event.currentTarget.value)}
          />
        )}
      </SimpleGrid>
    </fieldset>
  );
}

/** A boolean of three answers: absent is "unknown", never "no". */
export function YesNoUnknown({ path, label, hint }: { path: (string | number)[]; label: string; hint: string }) {
  const t = useTranslations('node.actions');
  const { editor, messageAt } = useEditor();
  const value = valueAt(editor.document, path);
  return (
    <NativeSelect
      {...fieldAt(path)}
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={messageAt(path)}
      value={ANSWERS.find((each) => each.value === value)?.key ?? 'unknown'}
      data={[
        { value: 'unknown', label: t('unknown') },
        { value: 'yes', label: t('yes') },
        { value: 'no', label: t('no') },
      ]}
      onChange={(event) => {
        const answer = event.currentTarget.value;
        editor.set(path, answer === 'unknown' ? undefined : answer === 'yes');
      }}
    />
  );
}

const ANSWERS = [
  { key: 'yes', value: true },
  { key: 'no', value: false },
] as const;

/** Known options in words; a value from the file that is none of them stays choosable as it is. */
function optionsOf<T extends string>(known: readonly T[], current: string, word: (value: T) => string) {
  const options = known.map((value) => ({ value: String(value), label: word(value) }));
  const isKnown = current === '' || options.some((option) => option.value === current);
  return isKnown ? options : [{ value: current, label: current }, ...options];
}
