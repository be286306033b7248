import { IconAlertTriangle, IconFileImport, IconListDetails, IconSitemap, IconUsersGroup } from '@tabler/icons-react';

/** The pages of the navigation, in its order; `key` names them in `common.nav`. */
export const ROOMS = [
  { href: '/nodes', key: 'nodes', icon: IconListDetails },
  { href: '/failures', key: 'failures', icon: IconAlertTriangle },
  { href: '/workflows', key: 'workflows', icon: IconSitemap },
  { href: '/import', key: 'importing', icon: IconFileImport },
  { href: '/groups', key: 'groups', icon: IconUsersGroup },
] as const;
