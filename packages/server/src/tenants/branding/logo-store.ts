import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Logo } from './logo.ts';

/** The picture by the digest that is its name; its address is all that is needed to see it. */
export async function findLogoPicture(db: Db, sha256: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('company_logos')
    .select('picture')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst();
  return row?.picture;
}

/** Holds the company until the commit and tells the digest of its logo, null where it has none; undefined when there is no such company. */
export async function lockLogo(
  db: Db,
  tenantId: TenantId,
  companyId: CompanyId,
): Promise<{ sha256: string | null } | undefined> {
  const row = await db
    .selectFrom('companies')
    .select('logo_sha256')
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst();
  return row && { sha256: row.logo_sha256 };
}

/** Names the company's logo, or none. */
export async function updateLogoName(
  db: Db,
  tenantId: TenantId,
  companyId: CompanyId,
  sha256: string | null,
): Promise<void> {
  await db
    .updateTable('companies')
    .set({ logo_sha256: sha256 })
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .execute();
}

/** Keeps the picture in place of the one before. */
export async function upsertLogo(
  db: Db,
  tenantId: TenantId,
  companyId: CompanyId,
  { sha256, picture }: Logo,
): Promise<void> {
  await db
    .insertInto('company_logos')
    .values({ tenant_id: tenantId, company_id: companyId, sha256, picture })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'company_id']).doUpdateSet({ sha256, picture }))
    .execute();
}

/** Takes the picture away. */
export async function deleteLogo(db: Db, tenantId: TenantId, companyId: CompanyId): Promise<void> {
  await db
    .deleteFrom('company_logos')
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .execute();
}
