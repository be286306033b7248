import { Box, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import classes from './diff-view.module.css';
import { shortenLines } from './long-lines';

export interface DiffViewFile {
  readonly name: string;
  readonly hunks: readonly {
    readonly oldStart: number;
    readonly newStart: number;
    readonly lines: readonly string[];
  }[];
}

/** Changed lines of one or more files, with line numbers; additions and removals by sign, word and colour. */
export function DiffView({
  files,
  named = true,
  landmark = true,
}: {
  files: readonly DiffViewFile[];
  /** False where a heading says the name already. */
  named?: boolean;
  /** False where the same lines are a region of the page already. */
  landmark?: boolean;
}) {
  const t = useTranslations('common.diff');
  return files.map((file) => (
    <Box key={file.name} mb="xs">
      {named ? (
        <Text size="xs" c="dimmed" mb={2} style={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Text>
      ) : null}
      <section className={classes.scroll} aria-label={landmark ? t('region', { file: file.name }) : undefined}>
        <table className={classes.table}>
          <tbody>
            {file.hunks.flatMap((hunk, index) => [
              ...gapBefore(hunk, file.hunks[index - 1]).map((count) => (
                <tr key={`gap ${hunk.newStart}`} className={classes.gap}>
                  <td className={classes.number} aria-hidden>
                    ⋯
                  </td>
                  <td />
                  <td>{t('unchanged', { count })}</td>
                </tr>
              )),
              ...numbered(hunk).map((line) => (
                <tr key={`${line.sign}${line.number}`} data-sign={line.sign}>
                  <td className={classes.number}>{line.number}</td>
                  <td className={classes.sign}>
                    {line.sign === ' ' ? '' : line.sign}
                    {line.sign === ' ' ? null : (
                      <span className={classes.hidden}>{line.sign === '+' ? t('added') : t('removed')}</span>
                    )}
                  </td>
                  <td className={classes.text}>{line.text}</td>
                </tr>
              )),
            ])}
          </tbody>
        </table>
      </section>
    </Box>
  ));
}

/** How many unchanged lines lie between two hunks; none before the first. */
function gapBefore({ newStart }: DiffViewFile['hunks'][number], previous?: DiffViewFile['hunks'][number]): number[] {
  if (!previous) return [];
  const end = previous.newStart + previous.lines.filter((line) => !line.startsWith('-')).length;
  return newStart > end ? [newStart - end] : [];
}

function numbered(hunk: DiffViewFile['hunks'][number]) {
  let before = hunk.oldStart;
  let after = hunk.newStart;
  return shortenLines(hunk.lines).map((line) => {
    const sign = line.charAt(0);
    const number = sign === '-' ? before : after;
    if (sign !== '+') before += 1;
    if (sign !== '-') after += 1;
    return { sign, number, text: line.slice(1) };
  });
}
