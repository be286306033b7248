import { IconBuildingStore, IconDatabase, IconPackage, IconSitemap, IconStack2, IconWorld } from '@tabler/icons-react';

/** A shape for each kind of outbound action, the same wherever one is shown. */
export const KIND_ICONS = {
  http: IconWorld,
  database: IconDatabase,
  queue: IconStack2,
  object_storage: IconPackage,
  third_party: IconBuildingStore,
  sub_workflow: IconSitemap,
} as const;
