import { useMantineColorScheme } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconBook2,
  IconLanguage,
  IconListSearch,
  IconMoon,
  IconPointFilled,
  IconQuestionMark,
  IconSitemap,
  IconSun,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { LOCALE_COOKIE, LOCALES } from '@/lib/i18n/locales';
import type { PaletteResults } from '@/lib/insight/palette-results';
import { hasWords, searchWords } from '@/lib/insight/search';
import { ROOMS, type RoomKey } from '../rooms';
import { setCookie } from '../set-cookie';

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon: Icon;
  /** Where it leads, or what it does. */
  readonly to: string | (() => void);
}

export interface PaletteGroup {
  readonly key: 'pages' | 'commands' | 'nodes' | 'workflows' | 'codes' | 'owners';
  readonly items: readonly PaletteItem[];
}

/** What the palette offers for a text: what the server found, then pages and commands whose names fit. */
export function usePaletteItems(
  text: string,
  results: PaletteResults | null,
  rooms: readonly RoomKey[],
): PaletteGroup[] {
  const t = useTranslations('palette');
  const found = useFound(results);
  const own = useOwn(rooms);
  const words = searchWords(text);
  const fitting = own.map(({ key, items }) => ({
    key,
    items: items.filter(({ label, keywords }) => hasWords([label, keywords, t(`groups.${key}`)], words)),
  }));
  const groups = words.length === 0 ? fitting : [...found, ...fitting];
  return groups.filter(({ items }) => items.length > 0);
}

function useFound(results: PaletteResults | null): PaletteGroup[] {
  const t = useTranslations('palette');
  if (!results) return [];
  return [
    {
      key: 'nodes',
      items: results.nodes.map(({ id, nodeId, name, workflowName }) => ({
        ...{ id: `node-${id}`, label: name, icon: IconPointFilled, to: `/nodes/${id}` },
        detail: name === nodeId ? workflowName : `${nodeId} · ${workflowName}`,
      })),
    },
    {
      key: 'workflows',
      items: results.workflows.map(({ id, name, nodes }) => ({
        ...{ id: `workflow-${id}`, label: name, icon: IconSitemap, to: `/workflows/${id}` },
        detail: t('details.workflow', { count: nodes }),
      })),
    },
    {
      key: 'codes',
      items: results.codes.map(({ code, failures }, index) => ({
        ...{ id: `code-${index}`, label: code, icon: IconAlertTriangle, to: `/failures?q=${encodeURIComponent(code)}` },
        detail: t('details.code', { count: failures }),
      })),
    },
    {
      key: 'owners',
      items: results.groups.map(({ id, name, slug }) => ({
        ...{ id: `group-${id}`, label: name, detail: slug, icon: IconUsersGroup, to: `/groups/${id}` },
      })),
    },
  ];
}

interface OwnItem extends PaletteItem {
  /** Further words by which it is found. */
  readonly keywords?: string;
}

function useOwn(rooms: readonly RoomKey[]): { key: 'pages' | 'commands'; items: OwnItem[] }[] {
  const t = useTranslations('palette');
  const c = useTranslations('common');
  const locale = useLocale();
  const router = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const dark = colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  const keywords = t('commands.keywords');
  const pages = ROOMS.filter(({ key }) => rooms.includes(key)).map(({ href, key, icon }) => ({
    id: `page-${key}`,
    label: c(`nav.${key}`),
    icon,
    to: href,
  }));
  return [
    {
      key: 'pages',
      items: [
        ...pages,
        { id: 'page-catalogue', label: t('pages.catalogue'), icon: IconListSearch, to: '/catalogue' },
        { id: 'page-unclassified', label: t('pages.unclassified'), icon: IconQuestionMark, to: '/unclassified' },
        { id: 'page-glossary', label: t('pages.glossary'), icon: IconBook2, to: '/glossary' },
      ],
    },
    {
      key: 'commands',
      items: [
        ...LOCALES.filter((each) => each !== locale).map((each) => ({
          ...{ id: `language-${each}`, icon: IconLanguage, keywords },
          label: t('commands.language', { language: c(`language.${each}`) }),
          to: () => {
            setCookie(LOCALE_COOKIE, each);
            router.refresh();
          },
        })),
        {
          ...{ id: 'theme', keywords, icon: dark ? IconSun : IconMoon },
          label: c(dark ? 'theme.toLight' : 'theme.toDark'),
          to: () => setColorScheme(dark ? 'light' : 'dark'),
        },
      ],
    },
  ];
}
