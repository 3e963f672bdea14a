import type { useTexts } from '../../i18n/use-texts.ts';
import { say } from '../states/toast-store.ts';

/** Copies a text and says so, or that the browser did not let the page; answers whether it was copied. Never reads the clipboard. */
export async function copyText(
  text: string,
  t: ReturnType<typeof useTexts>,
  words: string = t('copied'),
): Promise<boolean> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  say(isCopied ? words : t('copyFailed'), isCopied ? 'good' : 'danger');
  return isCopied;
}
