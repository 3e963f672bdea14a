import type { CardBrand, CardKind } from '@titular/contract';
import type { Db } from '../kernel/database/connect.ts';
import { findBinRange } from './bin-store.ts';
import { brandOf } from './brand-ranges.ts';

/** What is known of a card by its first digits, and whose range says so; of an unknown one, nothing. */
export type FoundCard = {
  brand: CardBrand | undefined;
  kind: CardKind | undefined;
  source: 'operator' | 'built-in' | 'unknown';
};

/** Finds brand and kind of a card by its first 6 to 8 digits: in the operator's table, or else the brand alone in the published ranges. */
export async function findCardKind(db: Db, binDigits: string): Promise<FoundCard> {
  const range = await findBinRange(db, binDigits);
  if (range) return { ...range, source: 'operator' };
  const brand = brandOf(binDigits);
  return { brand, kind: undefined, source: brand ? 'built-in' : 'unknown' };
}
