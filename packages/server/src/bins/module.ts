import type { Module } from '../module.ts';

/** The table of BINs, which says nothing of anybody. */
export const createBins = (): Module => ({ tables: { card_bins: 'deployment' } });
