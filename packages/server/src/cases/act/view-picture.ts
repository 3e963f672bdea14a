import { createHash } from 'node:crypto';
import type { PictureView, ViewPictureRequest } from '@titular/contract';
import { type SubjectRef, toSubjectRef } from '../../kernel/database/subject-ref.ts';
import type { Pictures } from '../../pictures/index.ts';
import { viewProcessPicture } from '../../processes/index.ts';
import { viewImage } from '../../transactions/index.ts';
import { type NamedSubject, parseCaseId } from '../case-scope.ts';
import type { CaseDeps } from '../read/case-deps.ts';
import { refuseUnseen } from '../read/shared-parts.ts';
import { hideUnknown } from './hide-unknown.ts';
import type { Member } from './member.ts';
import { drawWatermark } from './watermark.ts';

/** What viewing needs. */
export type ViewPictureDeps = Pick<CaseDeps, 'db' | 'clock' | 'tenantKeys'> & { pictures: Pictures };

/** Who views, with the name that is drawn into the picture. */
export type NamedViewer = Member & { name: string };

function openPicture(
  deps: ViewPictureDeps,
  viewer: NamedViewer,
  { kind, id }: SubjectRef,
  { attemptId, step, reason }: ViewPictureRequest,
): Promise<Buffer> {
  if (kind === 'transaction')
    return viewImage(deps, viewer, { transactionId: id, attemptId, step: String(step), reason });
  const { tenantId, actor } = viewer;
  const picture = { attemptId: parseCaseId(attemptId), step };
  return viewProcessPicture(deps, { tenantId, actor, processId: id, reason }, picture);
}

/**
 * A kept picture with viewer and time drawn into its bytes, once its entry is committed; the hash is that of the kept one. Refuses with
 * 40420, with 40002 and 40026 a reason by the rules of the API, with 40049 or 40052 once erased, and with 40412 what is not held.
 */
export async function viewPicture(
  deps: ViewPictureDeps,
  viewer: NamedViewer,
  subject: NamedSubject,
  request: ViewPictureRequest,
): Promise<PictureView> {
  const named = toSubjectRef(subject.kind, parseCaseId(subject.id));
  await refuseUnseen(deps, viewer, named);
  const image = await hideUnknown(() => openPicture(deps, viewer, named, request));
  const viewedAt = deps.clock.now().toISOString();
  const jpeg = await drawWatermark(image, `${viewer.name} ${viewer.actor.slice(-12)} ${viewedAt}`);
  return {
    jpeg: jpeg.toString('base64'),
    sha256: createHash('sha256').update(image).digest('hex'),
    viewedAt,
  };
}
