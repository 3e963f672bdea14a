import type { TemplateId } from '../../kernel/base/id.ts';
/** A face that an identity has, with its Euclidean distance to the capture. */
export type HeldFace = { templateId: TemplateId; place: number; distance: number; createdAt: Date };

/** How many faces an identity may have, and the age in days at which the newest is too old; 0 for never. With `enrolsNobody` faces stay as they are. */
export type TemplateRules = { most: number; renewalDays: number; enrolsNobody?: boolean };

/** What becomes of the faces of an identity: those to delete, and the place that the capture's face takes, if it takes one. */
export type TemplatePlan = { deletes: readonly TemplateId[]; place: number | undefined };

/**
 * A face nearer than this to one that is held adds nothing that would be matched any better. Pictures of one person from about the same
 * side, in other light, blurred or in grey, lie 0.06 to 0.26 apart with the engine inside, nearly all below 0.2 (three people of the
 * test kit, 17 pictures each; not measured on a population). Where the match threshold is below 0.32 nothing that differs so much is
 * beyond doubt, and faces are only replaced.
 */
export const WORTH_KEEPING = 0.25;

/** The most faces that an identity can have, whatever a company sets. */
export const MAX_TEMPLATES = 5;

const DAY_MS = 86_400_000;
const NOTHING: TemplatePlan = { deletes: [], place: undefined };

/** The lowest place that none of these faces has; undefined when all are taken. */
function freePlace(held: readonly { place: number }[]): number | undefined {
  const taken = new Set(held.map(({ place }) => place));
  return Array.from({ length: MAX_TEMPLATES }, (_, index) => index + 1).find((place) => !taken.has(place));
}

/**
 * Decides whether a confidently matched face joins the templates of its identity. It is added if there is room and it
 * differs from each, or replaces the oldest if the newest is too old. `hasRoom` tells whether one face more may be
 * enrolled at all.
 */
export function planTemplates(
  held: readonly HeldFace[],
  { most, renewalDays }: TemplateRules,
  hasRoom: boolean,
  now: Date,
): TemplatePlan {
  const byAge = held.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const newest = byAge.at(-1);
  if (!newest) return NOTHING;
  const looksOtherwise = held.every(({ distance }) => distance >= WORTH_KEEPING);
  if (hasRoom && held.length < most && looksOtherwise) return { deletes: [], place: freePlace(held) };
  const isOld = now.getTime() - newest.createdAt.getTime() > renewalDays * DAY_MS;
  if (renewalDays === 0 || !isOld) return NOTHING;
  // More than may be held when a company lowered the number.
  const leaving = byAge.slice(0, Math.max(1, held.length - most + 1));
  const staying = byAge.slice(leaving.length);
  return { deletes: leaving.map(({ templateId }) => templateId), place: freePlace(staying) };
}
