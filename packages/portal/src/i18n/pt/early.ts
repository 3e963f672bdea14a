import type { TextsOf } from '../texts.ts';
import { commonTexts } from './common-texts.ts';
import { earlyErrorTexts } from './early-error-texts.ts';
import { roleTexts } from './role-texts.ts';
import { signInTexts } from './sign-in-texts.ts';

/** The texts that come with the sign-in, in Portuguese. */
export const earlyTexts: TextsOf<'early'> = {
  ...commonTexts,
  ...signInTexts,
  ...roleTexts,
  ...earlyErrorTexts,
};
