import { getTranslations } from 'next-intl/server';
import type { oas31 } from 'zod-openapi';
import { SCOPES } from '@/lib/accounts/permissions';
import { SCOPE_NAMES } from '@/lib/accounts/token-schema';
import { API_ROOT, type Operation } from '@/lib/api/operation';
import type { OperationId } from '@/lib/api/operations';
import { curlOf, jsonSchema, shownFields, shownParameters } from '../shown';
import classes from './docs.module.css';
import { Fields, Parameters } from './fields';

/** One operation: how it is asked, what it wants, and what it answers. */
export async function OperationSection({
  operation,
  object,
}: {
  operation: Operation & { readonly id: OperationId };
  object: oas31.OperationObject;
}) {
  const t = await getTranslations('apiDocs');
  const { id, method, path, permission, success } = operation;
  const parameters = shownParameters(object);
  const title = t(`operations.${id}`);
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes.operation}>
      <h3 id={`${id}-title`} className={classes.title}>
        <a href={`#${id}`} className={classes.anchor}>
          {title}
        </a>
      </h3>
      <p className={classes.address}>
        <code>
          <strong>{method}</strong> {API_ROOT}
          {path}
        </code>
      </p>
      <p className={classes.note}>
        {permission === null ? t('anyScope') : t('permission', { scope: scopesFor(permission).join(', ') })}
      </p>
      {parameters.length > 0 ? (
        <>
          <h4 className={classes.part}>{t('parameters')}</h4>
          <Parameters label={`${title}: ${t('parameters')}`} parameters={parameters} />
        </>
      ) : null}
      <SchemaPart name={t('body')} title={title} schema={bodySchema(object)} />
      <h4 className={classes.part}>
        {t('answer')} <span className={classes.status}>{success.status}</span>
      </h4>
      <Answer title={title} operation={operation} object={object} />
      <h4 className={classes.part}>{t('errors')}</h4>
      <ul className={classes.errors} lang="en">
        {Object.entries(object.responses ?? {})
          .filter(([status]) => Number(status) >= 400)
          .map(([status, response]) => (
            <li key={status}>
              <span className={classes.status}>{status}</span> {descriptionOf(response)}
            </li>
          ))}
      </ul>
      <h4 className={classes.part}>{t('example')}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls has to be reachable by keyboard */}
      <section className={classes.example} tabIndex={0} aria-label={`${title}: ${t('example')}`}>
        <pre>{curlOf(operation)}</pre>
      </section>
    </section>
  );
}

async function SchemaPart({
  name,
  title,
  schema,
}: {
  name: string;
  title: string;
  schema: ReturnType<typeof jsonSchema>;
}) {
  if (!schema) return null;
  const fields = shownFields(schema);
  return (
    <>
      <h4 className={classes.part}>{name}</h4>
      {fields.length > 0 ? <Fields label={`${title}: ${name}`} fields={fields} /> : <Named schema={schema} />}
    </>
  );
}

async function Answer({
  title,
  operation: { success },
  object,
}: {
  title: string;
  operation: Operation;
  object: oas31.OperationObject;
}) {
  const t = await getTranslations('apiDocs');
  const response: unknown = object.responses?.[success.status];
  const schema = isResponse(response) ? jsonSchema(response.content) : null;
  if (success.mediaTypes) return <p className={classes.note}>{t('file', { types: success.mediaTypes.join(', ') })}</p>;
  if (!schema) return <p className={classes.note}>{t('empty')}</p>;
  const fields = shownFields(schema);
  return fields.length > 0 ? (
    <Fields label={`${title}: ${t('answer')}`} fields={fields} answered />
  ) : (
    <Named schema={schema} />
  );
}

/** A schema with a name of its own stands below, once. */
function Named({ schema }: { schema: NonNullable<ReturnType<typeof jsonSchema>> }) {
  const name = '$ref' in schema ? schema.$ref?.split('/').at(-1) : undefined;
  return name === undefined ? null : (
    <p className={classes.note}>
      <a href={`#schema-${name}`} className={classes.code}>
        {name}
      </a>
    </p>
  );
}

function bodySchema({ requestBody }: oas31.OperationObject): ReturnType<typeof jsonSchema> {
  return requestBody && 'content' in requestBody ? jsonSchema(requestBody.content) : null;
}

function isResponse(value: unknown): value is oas31.ResponseObject {
  return typeof value === 'object' && value !== null && 'description' in value;
}

function descriptionOf(response: unknown): string {
  return isResponse(response) ? response.description : '';
}

function scopesFor(permission: NonNullable<Operation['permission']>): string[] {
  return SCOPE_NAMES.filter((scope) => SCOPES[scope].some((each) => each === permission));
}
