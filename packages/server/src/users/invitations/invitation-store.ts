import type { PortalRole } from '@titular/contract';
import type { Selectable } from 'kysely';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import { deleteOlder } from '../../kernel/database/batches/delete-older.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';

/** An invitation that was not taken yet; its code is kept as a digest. */
export type Invitation = {
  invitationId: string;
  kind: 'operator' | 'member' | 'reset';
  /** Of a reset, whose. */
  userId: string | undefined;
  /** A note of whom it is for. */
  name: string | undefined;
  tenantId: TenantId | undefined;
  role: PortalRole;
  /** Counts only while the tenant never had a member. */
  isFirstAdmin: boolean;
  /** Who made the link, as the audit log names them; unknown of one that an earlier release made. */
  madeBy: string | undefined;
  companies: 'all' | readonly CompanyId[];
  createdAt: Date;
  expiresAt: Date;
};

const COLUMNS = [
  'invitation_id',
  'kind',
  'user_id',
  'name',
  'tenant_id',
  'role',
  'first_admin',
  'made_by',
  'companies',
  'created_at',
  'expires_at',
] as const;

type Row = Pick<Selectable<Tables['user_invitations']>, (typeof COLUMNS)[number]>;

const toInvitation = (row: Row): Invitation => ({
  invitationId: row.invitation_id,
  kind: row.kind,
  userId: row.user_id ?? undefined,
  name: row.name ?? undefined,
  tenantId: row.tenant_id ?? undefined,
  role: row.role,
  isFirstAdmin: row.first_admin,
  madeBy: row.made_by ?? undefined,
  companies: row.companies ?? 'all',
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

/** Adds an invitation. */
export async function insertInvitation(db: Db, one: Invitation & { codeHash: Buffer }): Promise<void> {
  await db
    .insertInto('user_invitations')
    .values({
      invitation_id: one.invitationId,
      code_hash: one.codeHash,
      kind: one.kind,
      user_id: one.userId ?? null,
      name: one.name ?? null,
      tenant_id: one.tenantId ?? null,
      role: one.role,
      first_admin: one.isFirstAdmin,
      made_by: one.madeBy ?? null,
      companies: one.companies === 'all' ? null : [...one.companies],
      created_at: one.createdAt,
      expires_at: one.expiresAt,
    })
    .execute();
}

/** The invitation of a code that may still be taken. */
export async function findInvitation(db: Db, codeHash: Buffer, now: Date): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('user_invitations')
    .select(COLUMNS)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && toInvitation(row);
}

/** Takes an invitation away, whether it was used, replaced or withdrawn; undefined where somebody was first. */
export async function takeInvitation(db: Db, codeHash: Buffer, now: Date): Promise<Invitation | undefined> {
  const row = await db
    .deleteFrom('user_invitations')
    .where('code_hash', '=', codeHash)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && row.expires_at > now ? toInvitation(row) : undefined;
}

/** Invitations that may still be taken, of a tenant or of the deployment, the newest first. */
export async function listInvitations(db: Db, now: Date, tenantId?: TenantId): Promise<Invitation[]> {
  let query = db.selectFrom('user_invitations').select(COLUMNS).where('expires_at', '>', now);
  if (tenantId !== undefined) query = query.where('tenant_id', '=', tenantId);
  const rows = await query.orderBy('created_at', 'desc').orderBy('invitation_id', 'desc').execute();
  return rows.map(toInvitation);
}

/** Deletes an invitation, of a tenant where one is given; undefined where there is none. */
export async function deleteInvitation(
  db: Db,
  invitationId: string,
  tenantId?: TenantId,
): Promise<Invitation | undefined> {
  let deleting = db.deleteFrom('user_invitations').where('invitation_id', '=', invitationId);
  if (tenantId !== undefined) deleting = deleting.where('tenant_id', '=', tenantId);
  const row = await deleting.returning(COLUMNS).executeTakeFirst();
  return row && toInvitation(row);
}

/** Whether somebody has a link by which they could enrol as a person. */
export async function hasOpenReset(db: Db, userId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('user_invitations')
    .select('invitation_id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes what an actor made, of one tenant where one is given, locked in the order of their ids; answers those that were there. */
export async function deleteMadeBy(trx: Db, madeBy: string, tenantId?: TenantId): Promise<Invitation[]> {
  let locking = trx.selectFrom('user_invitations').select('invitation_id').where('made_by', '=', madeBy);
  if (tenantId !== undefined) locking = locking.where('tenant_id', '=', tenantId);
  const locked = await locking.orderBy('invitation_id').forUpdate().execute();
  if (locked.length === 0) return [];
  const rows = await trx
    .deleteFrom('user_invitations')
    .where(
      'invitation_id',
      'in',
      locked.map((row) => row.invitation_id),
    )
    .returning(COLUMNS)
    .execute();
  return rows.map(toInvitation);
}

/** Deletes the resets of a person that were not taken; answers them. */
export async function deleteResets(db: Db, userId: string): Promise<Invitation[]> {
  const rows = await db
    .deleteFrom('user_invitations')
    .where('user_id', '=', userId)
    .returning(COLUMNS)
    .execute();
  return rows.map(toInvitation);
}

/** Deletes invitations that were over before a time. */
export const deleteOldInvitations = deleteOlder('user_invitations', 'expires_at');
