import type { SqlFragment } from '../sql';
import { sqlText } from '../sql';

/** Condition of platforms that know no tenants: whoever asks for one gets nothing, rather than everything. */
export function ofNoTenant(tenant: string | null): SqlFragment {
  return tenant === null ? sqlText`true` : sqlText`false`;
}
