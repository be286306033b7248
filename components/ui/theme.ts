'use client';

import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The one accent: a quiet ink blue. */
const ink: MantineColorsTuple = [
  '#eef3fb',
  '#dbe4f2',
  '#b3c7e6',
  '#89a8db',
  '#668dd1',
  '#507dcb',
  '#4374c9',
  '#3462b2',
  '#2b57a0',
  '#1b4b8e',
];

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 7 },
  colors: { ink },
  fontFamily:
    '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono CJK SC", monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontWeight: '650' },
  components: {
    // A dialog's header is no second banner of the page.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
  },
});

/** Mantine's defaults for secondary text miss AA on our backgrounds; mended once, here. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--fp-tabular': 'tabular-nums' },
  light: {
    '--mantine-color-body': '#fbfbfa',
    '--mantine-color-dimmed': '#5b6270',
    '--mantine-color-placeholder': '#666d7a',
    '--mantine-color-error': '#c21f2c',
    // Titles of notices on their own light ground.
    '--mantine-color-green-light-color': '#1c6b38',
    '--mantine-color-yellow-light-color': '#8a5300',
    '--fp-surface': '#ffffff',
    '--fp-sunken': '#f3f4f3',
    '--fp-line': '#e2e4e4',
    '--fp-transient': '#8a5300',
    '--fp-terminal': '#b3202c',
    '--fp-good': '#1c6b38',
    '--fp-transient-bg': '#fdf3df',
    '--fp-terminal-bg': '#fdecec',
    '--fp-good-bg': '#e7f5eb',
    '--fp-neutral-bg': '#eceeee',
    '--fp-series-0': '#2a78d6',
    '--fp-series-1': '#eb6834',
    '--fp-series-2': '#1baf7a',
    '--fp-series-3': '#4a3aa7',
    '--fp-series-4': '#e87ba4',
    '--fp-series-5': '#8f6a00',
    '--fp-series-6': '#008300',
    '--fp-series-7': '#e34948',
    '--fp-series-rest': '#9aa1ab',
  },
  dark: {
    '--mantine-color-body': '#14161a',
    '--mantine-color-dimmed': '#a2a9b5',
    '--mantine-color-placeholder': '#959ca8',
    '--mantine-color-error': '#ff8a8a',
    '--mantine-color-anchor': '#9dbcf0',
    '--fp-surface': '#1b1e23',
    '--fp-sunken': '#101215',
    '--fp-line': '#31363e',
    '--fp-transient': '#f0c069',
    '--fp-terminal': '#ff9d9d',
    '--fp-good': '#86d39e',
    '--fp-transient-bg': '#3a2f17',
    '--fp-terminal-bg': '#42201f',
    '--fp-good-bg': '#1a3624',
    '--fp-neutral-bg': '#2a2e35',
    '--fp-series-0': '#3987e5',
    '--fp-series-1': '#d95926',
    '--fp-series-2': '#199e70',
    '--fp-series-3': '#9085e9',
    '--fp-series-4': '#d55181',
    '--fp-series-5': '#c98500',
    '--fp-series-6': '#4fa34f',
    '--fp-series-7': '#e66767',
    '--fp-series-rest': '#6f7783',
  },
});
