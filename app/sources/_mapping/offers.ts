import { PLATFORMS_WITH_TENANTS, PRESETS } from '@/lib/sources/presets/registry';
import type { PlatformOffer } from './found';

/** What Failpath knows of each platform, by name. */
export function platformOffers(): PlatformOffer[] {
  return PRESETS.map(({ id, label, schema, statuses, retries, retentionDays, writeBack, notes, definitions }) => ({
    ...{ id, label, schema, statuses, retries, retentionDays, writeBack, notes },
    code: definitions === null,
    tenants: PLATFORMS_WITH_TENANTS.has(id),
  })).sort((a, b) => a.label.localeCompare(b.label, 'en'));
}
