import { useTexts } from '../../../i18n/use-texts.ts';
import { type PaletteAct, usePaletteActs } from '../../../shortcuts/palette-acts.ts';
import { useShortcut } from '../../../shortcuts/shortcuts.ts';
import { copyText } from '../../../ui/secrets/copy-text.ts';
import type { OpenCase } from '../model/case-model.ts';
import { caseDialog } from './dialog-store.ts';

/** Keys and palette acts of an open case: `R` for a new link, `C` for the address of its page. */
export function useCaseKeys({ acts, subject }: OpenCase): void {
  const t = useTexts();
  const { kind, tenantId, id } = subject;
  const renew = (): void => {
    if (acts.includes('renew_link')) caseDialog.write({ id, kind: 'link' });
  };
  const copyHere = (): void => {
    const path = `/t/${tenantId}/${kind === 'transaction' ? 'transactions' : 'processes'}/${id}`;
    void copyText(window.location.origin + path, t, t('linkHereCopied'));
  };
  useShortcut('r', t('shortcutNewLink'), renew);
  useShortcut('c', t('shortcutCopyHere'), copyHere);
  const here: PaletteAct = { id: 'copy-here', words: t('copyLinkHere'), run: copyHere };
  const link: PaletteAct = { id: 'new-link', words: t('newLink'), run: renew };
  const cancel: PaletteAct = {
    id: 'cancel',
    words: t('cancelAct'),
    run: () => caseDialog.write({ id, kind: 'cancel' }),
  };
  usePaletteActs([
    ...(acts.includes('renew_link') ? [link] : []),
    ...(acts.includes('cancel') ? [cancel] : []),
    here,
  ]);
}
