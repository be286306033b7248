import { IconFileCode } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { contextFor } from '@/app/_server/context';
import { RATE } from '@/app/_server/rate-limit';
import linkButton from '@/components/ui/link-button.module.css';
import { PageHeader } from '@/components/ui/page-header';
import { openApiDocument } from '@/lib/api/openapi';
import { API_ROOT, TAGS } from '@/lib/api/operation';
import { OPERATIONS } from '@/lib/api/operations';
import packageJson from '@/package.json';
import classes from './_components/docs.module.css';
import { Fields } from './_components/fields';
import { OperationSection } from './_components/operation-section';
import { shownFields } from './shown';
import { apiWords } from './words';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('apiDocs');
  return { title: t('title') };
}

/** The interface for programs, made of the document that programs get. */
export default async function ApiDocsPage() {
  await contextFor('read');
  const t = await getTranslations('apiDocs');
  const document = openApiDocument(packageJson.version, apiWords(t));
  const schemas = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => {
    return { name, meaning: schema.description ?? '', fields: shownFields(schema) };
  });
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <a href={`${API_ROOT}/openapi.json`} className={linkButton.button}>
            <IconFileCode size={16} aria-hidden />
            {t('document')}
          </a>
        }
      />
      <div className={classes.page}>
        <section aria-labelledby="who-asks" className={classes.intro}>
          <h2 id="who-asks">{t('signIn.title')}</h2>
          <p>{t('signIn.body')}</p>
          <p>{t('signIn.versions')}</p>
          <p>{t('signIn.limits', RATE)}</p>
        </section>
        <nav aria-label={t('contents')} className={classes.index}>
          {TAGS.map((tag) => (
            <div key={tag} className={classes.group}>
              <p id={`index-${tag}`} className={classes.groupName}>
                {t(`tags.${tag}`)}
              </p>
              <ul aria-labelledby={`index-${tag}`}>
                {OPERATIONS.filter((each) => each.tag === tag).map(({ id }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{t(`operations.${id}`)}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        {TAGS.map((tag) => (
          <section key={tag} aria-labelledby={`tag-${tag}`}>
            <h2 id={`tag-${tag}`}>{t(`tags.${tag}`)}</h2>
            {OPERATIONS.filter((each) => each.tag === tag).map((operation) => {
              const object = document.paths?.[operation.path]?.[METHODS[operation.method]];
              return object ? <OperationSection key={operation.id} operation={operation} object={object} /> : null;
            })}
          </section>
        ))}
        <section aria-labelledby="schemas">
          <h2 id="schemas">{t('schemas')}</h2>
          {schemas.map(({ name, meaning, fields }) => (
            <section
              key={name}
              id={`schema-${name}`}
              aria-labelledby={`schema-${name}-title`}
              className={classes.operation}
            >
              <h3 id={`schema-${name}-title`} className={classes.title}>
                <code>{name}</code>
              </h3>
              {meaning === '' ? null : (
                <p className={classes.note} lang="en">
                  {meaning}
                </p>
              )}
              {fields.length > 0 ? <Fields label={name} fields={fields} /> : null}
            </section>
          ))}
        </section>
      </div>
    </>
  );
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;
