/** Roles of people in the portal: one for each tenant a person belongs to; `operator` is of the deployment and sees no tenant's persons. */
export const PORTAL_ROLES = ['viewer', 'support', 'reviewer', 'developer', 'admin', 'operator'] as const;
export type PortalRole = (typeof PORTAL_ROLES)[number];

/** Roles that an invitation into a tenant can give. */
export const TENANT_ROLES = ['viewer', 'support', 'reviewer', 'developer', 'admin'] as const;
export type TenantRole = (typeof TENANT_ROLES)[number];

/** What each role is for, as the page and the documentation say it. */
export const ROLE_MEANINGS: Readonly<Record<PortalRole, string>> = {
  viewer: 'Reads transactions, without the person behind them.',
  support: 'Helps a customer: finds them, reveals a field, sends a new link.',
  reviewer: 'Judges disputed results: views pictures, each with a reason.',
  developer: 'Integrates: deliveries, calls and events, and everything in the test environment.',
  admin: 'Manages the people of the tenant, and does what support does.',
  operator:
    'Runs the deployment: tenants, first admins, health. Enters a tenant for an hour, with a reason that its admins see, and reads it masked.',
};

/**
 * How far a permission reaches. `all` of the tenant, or `test` in the test environment alone. `case` is only what belongs to one transaction
 * or process that is open, `own` only one's own acts.
 */
export type Extent = 'all' | 'test' | 'case' | 'own';

type Grants = Readonly<Partial<Record<PortalRole, Extent>>>;

const EVERYBODY = { viewer: 'all', support: 'all', reviewer: 'all', developer: 'all', admin: 'all' } as const;
/** Operators too, within a stay: what they may do in a tenant, they only read. */
const AND_OPERATORS = { ...EVERYBODY, operator: 'all' } as const;

/** Which role has which permission, and to which extent: the one source of guard, menu, documentation and tests. */
export const PERMISSION_TABLE = {
  'transactions:read': AND_OPERATORS,
  'persons:find': { support: 'all', reviewer: 'all', admin: 'all' },
  'persons:reveal': { support: 'all', reviewer: 'all', admin: 'all' },
  'persons:erase': { admin: 'all' },
  'transactions:act': { support: 'all', developer: 'test', admin: 'all' },
  'pictures:view': { reviewer: 'all' },
  'evidence:read': { support: 'all', reviewer: 'all', admin: 'all' },
  'notes:write': { support: 'all', reviewer: 'all', admin: 'all' },
  'verdicts:give': { reviewer: 'all', admin: 'all' },
  'notes:withdraw': { admin: 'all' },
  'persons:export': { admin: 'all' },
  'exports:make': { support: 'all', reviewer: 'all', developer: 'all', admin: 'all' },
  'deliveries:read': AND_OPERATORS,
  'deliveries:resend': { support: 'all', developer: 'all', admin: 'all' },
  'endpoints:manage': { developer: 'all', admin: 'all' },
  'calls:read': { support: 'case', reviewer: 'case', developer: 'all', admin: 'all', operator: 'all' },
  'audit:read': { reviewer: 'own', admin: 'all', operator: 'all' },
  'settings:read': AND_OPERATORS,
  'settings:change': { admin: 'all' },
  'team:manage': { admin: 'all' },
  'deployment:manage': { operator: 'all' },
} as const satisfies Record<string, Grants>;
/** One kind of act; a row of the table. */
export type Permission = keyof typeof PERMISSION_TABLE;

/** Every permission, in the order of the table. */
export const PERMISSIONS = Object.keys(PERMISSION_TABLE) as readonly Permission[];

/** What each permission allows, as the page and the documentation say it. */
export const PERMISSION_MEANINGS: Readonly<Record<Permission, string>> = {
  'transactions:read': 'List and open transactions and processes, masked.',
  'persons:find': 'Find by identity or card. Written to the audit log.',
  'persons:reveal': 'Show one masked field. Written to the audit log.',
  'persons:erase':
    'Erase a person from the data of the whole tenant; only with all of its companies. Written to the audit log.',
  'transactions:act': 'Create, cancel, and make new links.',
  'pictures:view': 'View a picture, with a reason. Written to the audit log.',
  'evidence:read': 'Read receipts and signed documents of approvals, and make case files of any end.',
  'notes:write': 'Read and write notes about a transaction, and withdraw own ones.',
  'verdicts:give': 'Give a verdict beside the final status of a transaction, which changes nothing.',
  'notes:withdraw': 'Withdraw any note or verdict, whoever wrote it.',
  'persons:export': 'Make files of transactions with the person of each. Written to the audit log.',
  'exports:make': 'Make files of lists, without the person. Written to the audit log.',
  'deliveries:read': 'See webhook deliveries and what receivers answered.',
  'deliveries:resend': 'Send a webhook again.',
  'endpoints:manage':
    'See and change webhook endpoints and service accounts, with their secrets; see events and deliveries.',
  'calls:read': 'See API calls: of one transaction, or of the tenant.',
  'audit:read': 'Read the audit log.',
  'settings:read': 'See the settings of the tenant and its companies.',
  'settings:change': 'Change settings, but for the limits that operators set.',
  'team:manage': 'Invite people, change roles and companies, end sessions.',
  'deployment:manage': 'Manage operators, tenants and the first admin of each tenant.',
};

/** How far a role has a permission in an environment; undefined where it has not. */
export function extentOf(
  role: PortalRole,
  permission: Permission,
  environment: 'test' | 'production',
): Exclude<Extent, 'test'> | undefined {
  const grants: Grants = PERMISSION_TABLE[permission];
  const extent = grants[role];
  if (extent === 'test') return environment === 'test' ? 'all' : undefined;
  return extent;
}
