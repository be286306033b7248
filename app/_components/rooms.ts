import {
  IconAlertTriangle,
  IconClipboardCheck,
  IconDatabaseImport,
  IconFileImport,
  IconHeartbeat,
  IconHistory,
  IconHome,
  IconInbox,
  IconListDetails,
  IconRuler2,
  IconSitemap,
  IconTargetArrow,
  IconUserShield,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { Permission } from '@/lib/accounts/permissions';

/** The pages of the navigation, in its order; `key` names them in `common.nav`. */
export const ROOMS = [
  { href: '/', key: 'home', icon: IconHome },
  { href: '/nodes', key: 'nodes', icon: IconListDetails },
  { href: '/inbox', key: 'inbox', icon: IconInbox },
  { href: '/failures', key: 'failures', icon: IconAlertTriangle },
  { href: '/conformance', key: 'conformance', icon: IconClipboardCheck },
  { href: '/thresholds', key: 'thresholds', icon: IconRuler2 },
  { href: '/drills', key: 'drills', icon: IconTargetArrow },
  { href: '/workflows', key: 'workflows', icon: IconSitemap },
  { href: '/import', key: 'importing', icon: IconFileImport, permission: 'workflow.import' },
  { href: '/sources', key: 'sources', icon: IconDatabaseImport },
  { href: '/groups', key: 'groups', icon: IconUsersGroup },
  { href: '/people', key: 'people', icon: IconUserShield, permission: 'people.edit' },
  { href: '/audit', key: 'audit', icon: IconHistory, permission: 'audit.read' },
  { href: '/operations', key: 'operations', icon: IconHeartbeat, permission: 'operations.read' },
] as const satisfies readonly {
  href: string;
  key: string;
  icon: unknown;
  /** Shown to whom it is granted; everybody may open the others. */
  permission?: Permission;
}[];
export type RoomKey = (typeof ROOMS)[number]['key'];
