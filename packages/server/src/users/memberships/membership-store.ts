import type { TenantRole } from '@titular/contract';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import { fixedStatement } from '../../kernel/database/batches/fixed-statement.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** What one person is in one tenant. */
export type StoredMembership = {
  userId: string;
  tenantId: TenantId;
  role: TenantRole;
  companies: 'all' | readonly CompanyId[];
  isActive: boolean;
};

type Row = {
  user_id: string;
  tenant_id: TenantId;
  role: TenantRole;
  companies: CompanyId[] | null;
  active: boolean;
};

const COLUMNS = [
  'user_id',
  'user_memberships.tenant_id',
  'role',
  'companies',
  'user_memberships.active',
] as const;

const toMembership = (row: Row): StoredMembership => ({
  userId: row.user_id,
  tenantId: row.tenant_id,
  role: row.role,
  companies: row.companies ?? 'all',
  isActive: row.active,
});

/** A person, and the tenant that they ask for. */
export type MembershipRequest = Pick<StoredMembership, 'tenantId' | 'userId'>;

/** What people may see of tenants now, in the order of the requests; undefined for a stranger, and where membership or tenant is disabled. */
export async function findMemberships(
  db: Db,
  requests: readonly MembershipRequest[],
): Promise<(StoredMembership | undefined)[]> {
  const tenantIds = requests.map(({ tenantId }) => tenantId);
  const userIds = requests.map(({ userId }) => userId);
  const { rows } = await fixedStatement<Row>`
    SELECT m.user_id, m.tenant_id, m.role, m.companies, m.active
    FROM (SELECT DISTINCT * FROM unnest(${userIds}::uuid[], ${tenantIds}::uuid[]) AS asked (user_id, tenant_id)) AS asked
    JOIN user_memberships m ON m.user_id = asked.user_id AND m.tenant_id = asked.tenant_id
    JOIN tenants t ON t.tenant_id = m.tenant_id
    WHERE m.active AND t.active`.execute(db);
  const found = new Map(rows.map((row) => [`${row.user_id}/${row.tenant_id}`, row]));
  return requests.map(({ userId, tenantId }) => {
    const row = found.get(`${userId}/${tenantId}`);
    return row && toMembership(row);
  });
}

/** What one person may see of a tenant now, as `findMemberships` has it. */
export async function findMembership(
  db: Db,
  tenantId: TenantId,
  userId: string,
): Promise<StoredMembership | undefined> {
  const [membership] = await findMemberships(db, [{ tenantId, userId }]);
  return membership;
}

/** The tenants that a person may enter now, by name. */
export async function listMembershipsOf(
  db: Db,
  userId: string,
): Promise<(StoredMembership & { tenantName: string })[]> {
  const rows = await db
    .selectFrom('user_memberships')
    .innerJoin('tenants', 'tenants.tenant_id', 'user_memberships.tenant_id')
    .select([...COLUMNS, 'tenants.name'])
    .where('user_id', '=', userId)
    .where('user_memberships.active', '=', true)
    .where('tenants.active', '=', true)
    .orderBy('tenants.name')
    .orderBy('user_memberships.tenant_id')
    .execute();
  return rows.map((row) => ({ ...toMembership(row), tenantName: row.name }));
}

/** Every membership of a person, disabled ones too. */
export async function listAllMembershipsOf(db: Db, userId: string): Promise<StoredMembership[]> {
  const rows = await db
    .selectFrom('user_memberships')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('tenant_id')
    .execute();
  return rows.map(toMembership);
}

/** A membership that is locked, and whether an operator lets its account sign in. */
export type LockedMembership = StoredMembership & { isOn: boolean };

/** Every membership of a tenant, locked until the end of the database transaction: of two changes at once, the second sees the first. */
export async function lockMemberships(db: Db, tenantId: TenantId): Promise<LockedMembership[]> {
  const rows = await db
    .selectFrom('user_memberships')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .orderBy('user_id')
    .forUpdate()
    .execute();
  // A statement of its own, after the wait for the lock: it sees an account that was switched off meanwhile.
  const on = await db
    .selectFrom('user_memberships')
    .innerJoin('users', 'users.user_id', 'user_memberships.user_id')
    .select('user_memberships.user_id')
    .where('user_memberships.tenant_id', '=', tenantId)
    .where('users.active', '=', true)
    .execute();
  const ids = on.map((row) => row.user_id);
  return rows.map((row) => ({ ...toMembership(row), isOn: ids.includes(row.user_id) }));
}

/** Locks every membership of a person: what is done under the lock of their tenants waits, or is waited for. */
export async function lockMembershipsOf(db: Db, userId: string): Promise<void> {
  await db
    .selectFrom('user_memberships')
    .select('user_memberships.tenant_id')
    .where('user_id', '=', userId)
    .orderBy('tenant_id')
    .forUpdate()
    .execute();
}

/** Adds a membership, or changes the one that is there. */
export async function upsertMembership(
  db: Db,
  { userId, tenantId, role, companies, isActive }: StoredMembership,
  at: Date,
): Promise<void> {
  const row = { role, companies: companies === 'all' ? null : [...companies], active: isActive };
  await db
    .insertInto('user_memberships')
    .values({ user_id: userId, tenant_id: tenantId, created_at: at, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'tenant_id']).doUpdateSet(row))
    .execute();
}

/** Ids among these that are companies of the tenant which may be given to members; the shops of a sandbox fill are none, because they go with it. */
export async function listOwnCompanies(
  db: Db,
  tenantId: TenantId,
  companies: readonly CompanyId[],
): Promise<{ companyId: CompanyId; name: string }[]> {
  if (companies.length === 0) return [];
  const rows = await db
    .selectFrom('companies')
    .select(['company_id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('company_id', 'in', [...companies])
    .where('is_shop', '=', false)
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ companyId: row.company_id, name: row.name }));
}
