import type { TextsOf } from '../texts.ts';
import { findTexts } from './cases/find-texts.ts';
import { shellTexts } from './shell-texts.ts';

/** The texts that come after the sign-in, in Portuguese, joined from one file for each area. */
export const appTexts: TextsOf<'app'> = {
  ...shellTexts,
  ...findTexts,
};
