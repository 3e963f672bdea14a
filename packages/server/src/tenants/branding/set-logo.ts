import { insertAuditEntry, type Operator, OperatorRefusal } from '../../audit/index.ts';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import { drawLogo, type Logo, type LogoProblem } from './logo.ts';
import { deleteLogo, lockLogo, updateLogoName, upsertLogo } from './logo-store.ts';

const WORDS: Readonly<Record<LogoProblem, string>> = {
  too_large: 'A logo has at most 1 MB.',
  not_png_jpeg_webp: 'A logo is a PNG, JPEG or WebP; a drawing in SVG can hold scripts and is not taken.',
  animated: 'A logo does not move: give a picture with one frame.',
  too_small: 'A logo has at least 16 pixels on each side.',
  broken: 'The picture is damaged, or has more than 16 million pixels.',
};

/** Writes the logo and one audit entry, in one commit; answers false when it stood so already. */
function changeLogo(
  operator: Operator,
  tenantId: TenantId,
  companyId: CompanyId,
  logo: Logo | undefined,
): Promise<boolean> {
  return operator.db.transaction().execute(async (trx) => {
    const present = await lockLogo(trx, tenantId, companyId);
    if (!present)
      throw new OperatorRefusal('not-found', `The tenant ${tenantId} has no company ${companyId}.`);
    const sha256 = logo?.sha256 ?? null;
    if (present.sha256 === sha256) return false;
    if (logo) await upsertLogo(trx, tenantId, companyId, logo);
    else await deleteLogo(trx, tenantId, companyId);
    await updateLogoName(trx, tenantId, companyId, sha256);
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'company.logo',
      subject: `company/${companyId}`,
      before: { sha256: present.sha256 },
      after: { sha256 },
    });
    return true;
  });
}

/** Draws the picture anew and makes it the company's logo; refuses what is none with `invalid`, and says why. */
export async function setLogo(
  operator: Operator,
  tenantId: TenantId,
  companyId: CompanyId,
  given: Uint8Array,
): Promise<{ sha256: string; bytes: number; isChanged: boolean }> {
  const drawn = await drawLogo(given);
  if (drawn.kind === 'refused') throw new OperatorRefusal('invalid', WORDS[drawn.problem]);
  const { logo } = drawn;
  const isChanged = await changeLogo(operator, tenantId, companyId, logo);
  return { sha256: logo.sha256, bytes: logo.picture.length, isChanged };
}

/** Takes the company's logo away; answers false when it has none. */
export const clearLogo = (operator: Operator, tenantId: TenantId, companyId: CompanyId): Promise<boolean> =>
  changeLogo(operator, tenantId, companyId, undefined);
