import { PAGE_LANGUAGES } from '@titular/contract/page';
import { addTexts } from './messages.ts';

/** Screens and texts in a file of their own, which the way up to the camera does without. */
export type Later = typeof import('../screens/later.ts');

let later: Promise<Later> | undefined;
let isLoaded = false;

/** Fetches them, once; rejects where the file is not to be had now, and may be asked again. */
export function loadLater(): Promise<Later> {
  later ??= import('../screens/later.ts').then(
    (loaded) => {
      for (const language of PAGE_LANGUAGES) addTexts(language, loaded.laterTexts[language]);
      isLoaded = true;
      return loaded;
    },
    (fault: unknown) => {
      later = undefined;
      throw fault;
    },
  );
  return later;
}

/** Whether they are there. */
export const hasLater = (): boolean => isLoaded;
