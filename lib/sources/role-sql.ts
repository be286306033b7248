import { ident } from './sql';

/** Name that is proposed for a role which may only read. */
const READER = 'failpath_reader';

/** Statements that make a role which may only read the tables of these schemas, for people to run; `…`: a password. */
export function readOnlyRoleSql(database: string, schemas: readonly string[]): string {
  const lines = [
    `create role ${READER} login password '…';`,
    `alter role ${READER} set default_transaction_read_only = on;`,
    `grant connect on database ${ident(database).text} to ${READER};`,
    ...schemas.flatMap((schema) => [
      `grant usage on schema ${ident(schema).text} to ${READER};`,
      `grant select on all tables in schema ${ident(schema).text} to ${READER};`,
      `alter default privileges in schema ${ident(schema).text} grant select on tables to ${READER};`,
    ]),
  ];
  return lines.join('\n');
}
