import type { Membership } from '@titular/contract';
import type { Permission } from '@titular/contract/permissions';
import type { TextKey } from '../i18n/texts.ts';
import {
  CardIcon,
  ChartIcon,
  EventIcon,
  FaceIcon,
  HomeIcon,
  type Icon,
  KeyIcon,
  LimitIcon,
  PasskeyIcon,
  PersonIcon,
  ReloadIcon,
  ServerIcon,
  SettingsIcon,
  SwitchIcon,
  TeamIcon,
} from '../ui/icons.ts';

/** A section of a tenant: the one source of the menu, the palette and the `G` chords. */
export type Section = {
  to:
    | '/t/$tenant'
    | '/t/$tenant/overview'
    | '/t/$tenant/transactions'
    | '/t/$tenant/processes'
    | '/t/$tenant/developers/endpoints'
    | '/t/$tenant/developers/events'
    | '/t/$tenant/developers/calls'
    | '/t/$tenant/developers/limits'
    | '/t/$tenant/developers/accounts'
    | '/t/$tenant/developers/sandbox'
    | '/t/$tenant/settings'
    | '/t/$tenant/team'
    | '/t/$tenant/audit'
    | '/t/$tenant/data'
    | '/t/$tenant/exports';
  words: TextKey;
  icon: Icon;
  /** Key after `G`. */
  key: string;
  /** What it takes; undefined for every member. */
  permission?: Permission;
  /** Takes the permission for all of the tenant. */
  extent?: 'all';
  /** Somebody's own: an entry of the person's menu in place of the tenant's. */
  isBeside?: true;
};

/** Sections in the order of the menu. */
export const sections: readonly Section[] = [
  {
    to: '/t/$tenant/overview',
    words: 'overviewTitle',
    icon: ChartIcon,
    key: 'o',
    permission: 'transactions:read',
  },
  { to: '/t/$tenant', words: 'homeTitle', icon: HomeIcon, key: 'h' },
  {
    to: '/t/$tenant/transactions',
    words: 'transactionsTitle',
    icon: CardIcon,
    key: 't',
    permission: 'transactions:read',
  },
  {
    to: '/t/$tenant/processes',
    words: 'processesTitle',
    icon: FaceIcon,
    key: 'p',
    permission: 'transactions:read',
  },
  {
    to: '/t/$tenant/developers/endpoints',
    words: 'endpointsTitle',
    icon: ServerIcon,
    key: 'e',
    permission: 'endpoints:manage',
  },
  {
    to: '/t/$tenant/developers/events',
    words: 'eventsTitle',
    icon: EventIcon,
    key: 'v',
    permission: 'endpoints:manage',
  },
  {
    to: '/t/$tenant/developers/calls',
    words: 'callLogTitle',
    icon: SwitchIcon,
    key: 'c',
    permission: 'calls:read',
    extent: 'all',
  },
  {
    to: '/t/$tenant/developers/limits',
    words: 'limitsTitle',
    icon: LimitIcon,
    key: 'l',
    permission: 'calls:read',
    extent: 'all',
  },
  {
    to: '/t/$tenant/developers/accounts',
    words: 'accountsTitle',
    icon: KeyIcon,
    key: 'k',
    permission: 'endpoints:manage',
  },
  {
    to: '/t/$tenant/developers/sandbox',
    words: 'sandboxTitle',
    icon: ReloadIcon,
    key: 'b',
    permission: 'endpoints:manage',
  },
  {
    to: '/t/$tenant/settings',
    words: 'settingsTitle',
    icon: SettingsIcon,
    key: 's',
    permission: 'settings:read',
  },
  { to: '/t/$tenant/team', words: 'teamTitle', icon: TeamIcon, key: 'm', permission: 'team:manage' },
  { to: '/t/$tenant/audit', words: 'auditTitle', icon: PasskeyIcon, key: 'a', permission: 'audit:read' },
  { to: '/t/$tenant/data', words: 'dataTitle', icon: PersonIcon, key: 'd', permission: 'persons:erase' },
  {
    to: '/t/$tenant/exports',
    words: 'exportsTitle',
    icon: CardIcon,
    key: 'x',
    permission: 'exports:make',
    isBeside: true,
  },
];

/** What somebody may do in a tenant. */
export type Permitted = Pick<Membership, 'permissions' | 'whole'>;

/** Whether somebody has a permission, for all of the tenant where that is asked for. */
export const isPermitted = (
  { permissions, whole }: Permitted,
  permission: Permission,
  extent?: 'all',
): boolean => (extent === 'all' ? whole : permissions).includes(permission);

/** Sections that a member may open. */
export const sectionsFor = (member: Permitted): readonly Section[] =>
  sections.filter(
    ({ permission, extent }) => permission === undefined || isPermitted(member, permission, extent),
  );
