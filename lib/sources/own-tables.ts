import type { SqlText } from './attempt';

/** Schemas that are Failpath's own as a whole: what drills leave behind, and its job queue. */
const OWN_SCHEMAS: readonly string[] = ['drill', 'pgboss'];
const HOME_SCHEMA = 'public';

/** Failpath's own tables in `public`, where a platform's may stand beside them; a test holds the list against the database. */
const OWN_TABLES: ReadonlySet<string> = new Set([
  'alert_decision',
  'alert_window',
  'api_rate',
  'api_token',
  'audit_entry',
  'awaited_attempt',
  'awaited_judgement',
  'bulk_change',
  'bulk_item',
  'business_cycle',
  'catalogue_entry',
  'catalogue_state',
  'channel',
  'channel_state',
  'conformance_finding',
  'delivery',
  'delivery_attempt',
  'drill_certificate',
  'drill_run',
  'drill_target',
  'drill_trial',
  'followed_source',
  'group_standard',
  'hand_off',
  'history_day',
  'history_gone',
  'history_orphan',
  'history_series',
  'history_span',
  'import_batch',
  'import_item',
  'invitation',
  'judged_source',
  'leadership',
  'measured_node',
  'measured_source',
  'node',
  'node_code',
  'node_draft',
  'node_facts',
  'node_standard',
  'owner_group',
  'owner_group_member',
  'process',
  'rejected_import',
  'rolled_source',
  'saved_view',
  'sign_in_attempt',
  'source',
  'source_definition',
  'source_mapping',
  'source_reading',
  'source_recount',
  'source_recount_met',
  'source_recount_missing',
  'source_unknown',
  'threshold_state',
  'user_account',
  'user_credential',
  'user_session',
  'user_verification',
  'workflow',
  'workflow_run_step',
  'workflow_version',
  '_prisma_migrations',
]);

/** True for a table of Failpath's own database that is Failpath's: people, secrets and what is read from elsewhere. */
export function isOwnTable(schema: string, table: string): boolean {
  return OWN_SCHEMAS.includes(schema) || (schema === HOME_SCHEMA && OWN_TABLES.has(table));
}

/** The first of Failpath's own tables that a plan of Postgres (`explain (verbose, format json)`) reads; null = none. */
export function ownTableIn(plan: unknown): string | null {
  if (typeof plan !== 'object' || plan === null) return null;
  const [schema, table]: unknown[] = [Reflect.get(plan, 'Schema'), Reflect.get(plan, 'Relation Name')];
  if (typeof schema === 'string' && typeof table === 'string' && isOwnTable(schema, table)) return `${schema}.${table}`;
  for (const each of Object.values(plan)) {
    const found = ownTableIn(each);
    if (found !== null) return found;
  }
  return null;
}

/**
 * The first of Failpath's own tables that this transaction has read so far by whatever way, also within functions, which
 * no plan shows, as `name`. Locks tell of it, and where a block of a function gave its locks back, the session's counts.
 */
export function ownTableReadStatement(): SqlText {
  return {
    text: `select n.nspname || '.' || c.relname as name
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and (n.nspname = any($1::text[]) or (n.nspname = $2 and c.relname = any($3::text[])))
        and (pg_catalog.pg_stat_get_xact_numscans(c.oid) > 0
          or exists (select from pg_catalog.pg_index i
            where i.indrelid = c.oid and pg_catalog.pg_stat_get_xact_numscans(i.indexrelid) > 0)
          or c.oid in (select l.relation from pg_catalog.pg_locks l
            where l.locktype = 'relation' and l.pid = pg_catalog.pg_backend_pid()))
      order by 1 limit 1`,
    values: [OWN_SCHEMAS, HOME_SCHEMA, [...OWN_TABLES]],
  };
}
