import { PRESETS } from '@/lib/sources/presets/registry';
import type { PlatformOffer } from './found';

/** What Failpath knows of each platform, by name. */
export function platformOffers(): PlatformOffer[] {
  return PRESETS.map(({ id, label, schema, statuses, retries, retentionDays, writeBack, notes, definitions }) => ({
    ...{ id, label, schema, statuses, retries, retentionDays, writeBack, notes },
    code: definitions === null,
  })).sort((a, b) => a.label.localeCompare(b.label, 'en'));
}
