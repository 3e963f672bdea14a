import { commonTexts } from './common-texts.ts';
import { earlyErrorTexts } from './early-error-texts.ts';
import { roleTexts } from './role-texts.ts';
import { signInTexts } from './sign-in-texts.ts';

/** The texts that come with the sign-in, in English. */
export const earlyTexts = {
  ...commonTexts,
  ...signInTexts,
  ...roleTexts,
  ...earlyErrorTexts,
};
