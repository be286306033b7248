import type { Preset } from '../preset';
import type { PlatformId } from '../vocabulary';
import { airflow } from './airflow';
import { conductor } from './conductor';
import { dbos } from './dbos';
import { dify } from './dify';
import { failpath } from './failpath';
import { kestra } from './kestra';
import { n8n } from './n8n';
import { pgboss } from './pgboss';
import { prefect } from './prefect';
import { vm0 } from './vm0';
import { windmill } from './windmill';

const BY_ID: Readonly<Record<PlatformId, Preset>> = {
  failpath,
  dify,
  kestra,
  windmill,
  n8n,
  airflow,
  conductor,
  prefect,
  pgboss,
  dbos,
  vm0,
};

/** The platforms whose tables Failpath knows, in the order in which they are offered. */
export const PRESETS: readonly Preset[] = Object.values(BY_ID);

/** Platforms that tell tenants apart; of the others, a tenant that is named has nothing. */
export const PLATFORMS_WITH_TENANTS: ReadonlySet<PlatformId> = new Set<PlatformId>([
  'failpath',
  'dify',
  'kestra',
  'windmill',
  'dbos',
  'vm0',
]);

/** The preset of a platform. */
export function presetById(id: PlatformId): Preset {
  return BY_ID[id];
}
