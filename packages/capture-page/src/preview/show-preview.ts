import { findLogoType, type PreviewView } from '@titular/contract/page-preview';
import { createApp } from '../app.ts';
import { applyAppearance } from '../appearance/apply-appearance.ts';
import { loadLanguage } from '../i18n/load-language.ts';
import { previewScreens } from './preview-screens.ts';
import { sampleView } from './sample-view.ts';

/** Shows looks, of which the last ones count; resolves to whether they are shown. */
export interface Preview {
  show(looks: PreviewView): Promise<boolean>;
}

const BRAND = /^--(?:on-)?brand/;

/** Without the colour of the looks before. */
function clearBranding(): void {
  const { style } = document.documentElement;
  for (const name of [...style].filter((one) => BRAND.test(one))) style.removeProperty(name);
}

/** Presses reach no screen: what a preview shows is looked at, its folds are opened, and nothing is done. */
function stopPresses(event: Event): void {
  if (!(event.target instanceof Element) || !event.target.closest('button, a')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Makes the address of a logo: the saved one's own, or one in memory, which lives as long as it is shown. */
function createLogoAddress(): (logo: PreviewView['logo']) => string | null {
  let present: string | undefined;
  return (logo) => {
    if (present !== undefined) URL.revokeObjectURL(present);
    present = undefined;
    if (!(logo instanceof ArrayBuffer)) return logo;
    const type = findLogoType(logo);
    if (type !== undefined) present = URL.createObjectURL(new Blob([logo], { type }));
    return present ?? null;
  };
}

/** Makes the preview in `root`, in place of the document's own sentence; the focus stays where it is. */
export function createPreview(root: HTMLElement): Preview {
  const addressOf = createLogoAddress();
  let newest: PreviewView | undefined;
  for (const press of ['click', 'auxclick', 'submit']) document.addEventListener(press, stopPresses, true);
  return {
    async show(looks) {
      newest = looks;
      await loadLanguage(looks.language);
      if (newest !== looks) return false;
      const { scrollX, scrollY } = window;
      const view = sampleView(looks, addressOf(looks.logo));
      const app = createApp({ root, language: looks.language, isLanguageChosen: true, keepsFocus: true });
      clearBranding();
      applyAppearance(app, view);
      app.show(previewScreens[looks.screen](view));
      window.scrollTo(scrollX, scrollY);
      return true;
    },
  };
}
