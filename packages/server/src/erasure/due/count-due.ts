import { DUE_CLASSES, type DueClass, type DueData, MAX_DUE_COUNT } from '@titular/contract';
import type { TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { RetentionClass } from '../../module.ts';
import { countDueWithin } from './due-store.ts';

const DAY_MS = 86_400_000;
/** A day of a zone that changes its clocks has up to 25 hours. */
const MAX_SPAN_MS = 1.5 * DAY_MS;

const isDueClass = (key: string): key is DueClass => DUE_CLASSES.some((one) => one === key);

/** Reads where days begin, in the zone of whoever asks; refuses with 40002 what are no consecutive days. */
function parseBounds(texts: readonly string[]): Date[] {
  const bounds = texts.map((text) => new Date(text));
  const isDay = (bound: Date, index: number): boolean => {
    const previous = bounds[index - 1];
    if (Number.isNaN(bound.getTime())) return false;
    const span = previous ? bound.getTime() - previous.getTime() : 1;
    return span > 0 && span <= MAX_SPAN_MS;
  };
  if (!bounds.every(isDay)) throw new Refusal('40002', 'days must be the beginnings of consecutive days.');
  return bounds;
}

/**
 * Counts what of a tenant goes by itself: what was due before the first of the days, then day by day up to the last bound. Each count
 * reads through an index and stops at `MAX_DUE_COUNT` plus one.
 */
export async function countDue(
  db: Db,
  classes: readonly RetentionClass[],
  tenantId: TenantId,
  days: readonly string[],
): Promise<DueData> {
  const bounds = parseBounds(days);
  const counted: DueData['classes'] = [];
  for (const { key, dueWithin, isHeld } of classes) {
    if (!dueWithin || !isDueClass(key)) continue;
    const counts = await countDueWithin(db, dueWithin, tenantId, bounds, MAX_DUE_COUNT + 1);
    counted.push({ class: key, isHeld, counts });
  }
  return { classes: counted };
}
