'use client';

import { Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { TextLink } from '@/components/ui/text-link';
import { hasWords, searchWords } from '@/lib/insight/search';
import classes from './glossary-list.module.css';

interface Term {
  readonly id: string;
  readonly name: string;
  readonly meaning: string;
  readonly example: string;
  readonly yaml: string | null;
  /** Where it is to be seen; null = it has no page of its own. */
  readonly page: string | null;
  /** Name of the link to the term itself. */
  readonly link: string;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly terms: readonly Term[];
}

/** The terms by section; what is typed narrows them at once. `none` holds `{search}` where it goes. */
export function GlossaryList({
  sections,
  words,
}: {
  sections: readonly Section[];
  words: {
    readonly search: string;
    readonly example: string;
    readonly inYaml: string;
    readonly none: string;
    readonly open: string;
  };
}) {
  const [search, setSearch] = useState('');
  const wanted = searchWords(search);
  const found = sections
    .map((section) => ({ ...section, terms: section.terms.filter((term) => hasWords(textsOf(term), wanted)) }))
    .filter(({ terms }) => terms.length > 0);
  return (
    <>
      <TextInput
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        maw={420}
      />
      <div role="status" className={found.length === 0 ? classes.none : undefined}>
        {found.length === 0 ? <Text>{words.none.replace('{search}', () => search.trim())}</Text> : null}
      </div>
      {found.map(({ id, title, terms }) => (
        <section key={id} aria-labelledby={`section-${id}`} className={classes.section}>
          <Title order={2} size="h5" id={`section-${id}`}>
            {title}
          </Title>
          <dl className={classes.list}>
            {terms.map((term) => (
              <div key={term.id} id={term.id} className={classes.term}>
                <dt className={classes.name}>
                  <a href={`#${term.id}`} aria-label={term.link} className={classes.anchor}>
                    {term.name}
                  </a>
                  {term.yaml === null ? null : (
                    <code className={classes.yaml} title={words.inYaml}>
                      {term.yaml}
                    </code>
                  )}
                </dt>
                <dd className={classes.meaning}>
                  {term.meaning}
                  <span className={classes.example}>
                    <span className={classes.label}>{words.example}</span> {term.example}
                  </span>
                  {term.page === null ? null : (
                    <TextLink href={term.page} label={`${words.open}: ${term.name}`}>
                      {words.open}
                    </TextLink>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

function textsOf({ name, meaning, example, yaml, id }: Term): (string | null)[] {
  return [name, meaning, example, yaml, id];
}
