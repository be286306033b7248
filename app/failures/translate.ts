import type { useFormatter, useTranslations } from 'next-intl';

/** The texts of the failures pages, in the reader's language. */
export type Translate = ReturnType<typeof useTranslations<'failures'>>;
export type TranslateRows = ReturnType<typeof useTranslations<'failureRows'>>;
export type TranslateCommon = ReturnType<typeof useTranslations<'common'>>;
/** Numbers and times the reader's way. */
export type Format = ReturnType<typeof useFormatter>;
