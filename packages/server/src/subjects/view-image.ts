import { insertAuditEntry } from '../audit/index.ts';
import { type ImageRef, openImage } from '../captures/index.ts';
import type { Clock } from '../kernel/base/clock.ts';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { SubjectRef } from '../kernel/database/subject-ref.ts';
import type { Pictures } from '../pictures/index.ts';
import type { TenantKey } from '../tenants/index.ts';

/** Viewer of an image: a tenant, and a name for the audit log. */
export type Viewer = { tenantId: TenantId; actor: string };

/** Opens an image and writes the entry of the look, in one database transaction whose commit comes before anybody sees it. */
export async function viewImage(
  trx: Db,
  { clock, key, pictures }: { clock: Clock; key: TenantKey; pictures: Pictures },
  { tenantId, actor }: Viewer,
  { subject, reason, ...view }: ImageRef & { subject: SubjectRef; reason: string },
): Promise<Buffer> {
  const { image, imageDigest } = await openImage({ db: trx, pictures, key }, tenantId, view);
  const imageSha256 = imageDigest.toString('hex');
  const entry = {
    action: 'captures.look',
    subject: `${subject.kind}/${subject.id}`,
    after: { attempt: view.attemptId, step: view.step, reason, imageSha256 },
  } as const;
  await insertAuditEntry(trx, { clock, actor }, { tenantId, ...entry });
  return image;
}
