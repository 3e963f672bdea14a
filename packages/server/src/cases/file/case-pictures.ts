import type { TransactionCase } from '@titular/contract';
import type { CaseFileSheet } from '../../evidence/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { type NamedViewer, type ViewPictureDeps, viewPicture } from '../act/view-picture.ts';
import type { CaseDeps, CaseReader } from '../read/case-deps.ts';
import { readTransactionCase } from '../read/read-transaction-case.ts';
import type { Say } from './say.ts';

/** Most pictures of a case file: those of the last attempts. */
const MAX_PICTURES = 12;

/** Which pictures go into a case file, and why. */
export type AskedPictures = { id: string; reason: string };

/** A picture as it is drawn, with which one it is. */
export type DrawnPicture = CaseFileSheet['pictures'][number] & { attemptId: string; step: number };

/** The pictures of a case that are kept. */
export const heldFrames = ({ captures: { attempts } }: TransactionCase) =>
  attempts.flatMap(({ id: attemptId, number, frames }) =>
    frames.filter(({ isHeld }) => isHeld).map((frame) => ({ ...frame, attemptId, number })),
  );

/** Pictures that are deleted meanwhile are left out; every other refusal ends the file. */
async function viewHeld(
  ...given: Parameters<typeof viewPicture>
): Promise<Awaited<ReturnType<typeof viewPicture>> | undefined> {
  try {
    return await viewPicture(...given);
  } catch (error) {
    if (error instanceof Refusal && error.code === '40412') return undefined;
    throw error;
  }
}

/**
 * The last kept pictures of a transaction, each viewed as by hand: an entry with the reason comes first, and the viewer is drawn into it.
 * Refuses as viewing does. An erasure may come in between: whoever draws them reads the case once more.
 */
export async function drawPictures(
  deps: CaseDeps & ViewPictureDeps,
  viewer: CaseReader & NamedViewer,
  { id, reason }: AskedPictures,
  say: Say,
): Promise<DrawnPicture[]> {
  const { body } = await readTransactionCase(deps, viewer, id);
  const shown = body ? heldFrames(body).slice(-MAX_PICTURES) : [];
  const pictures: DrawnPicture[] = [];
  for (const { attemptId, number, step, pose } of shown) {
    const subject = { kind: 'transaction', id } as const;
    const view = await viewHeld(deps, viewer, subject, { attemptId, step, reason });
    if (!view) continue;
    const named = { number, step: step + 1, pose: say.code('pose_', pose), sha256: view.sha256 };
    const jpeg = Buffer.from(view.jpeg, 'base64');
    pictures.push({ attemptId, step, jpeg, caption: say.text('picture', named) });
  }
  return pictures;
}
