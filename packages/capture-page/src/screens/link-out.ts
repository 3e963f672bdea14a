import { toIntentAddress } from '../browser.ts';
import { actionButton, el } from '../dom.ts';
import type { Translate } from '../i18n/messages.ts';

/** Makes a link with which the person goes on elsewhere; undefined when there is none to be had now. */
export type MakeLink = () => Promise<string | undefined>;

/** How the link is best followed: by hand alone, in a tab of its own, or by the device's own browser. */
export type LinkTarget = 'copy' | 'tab' | 'android-browser';

type LinkState = { kind: 'none' } | { kind: 'made'; link: string; isCopied: boolean } | { kind: 'failed' };

const linkFieldId = 'way-out-link';

async function copy(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    return false;
  }
}

function followLink(t: Translate, link: string, target: LinkTarget): HTMLElement | undefined {
  if (target === 'copy') return undefined;
  const href = target === 'tab' ? link : toIntentAddress(link);
  const label = t(target === 'tab' ? 'openTab' : 'openBrowser');
  return el(
    'a',
    { class: 'button button-primary', href, target: '_blank', rel: 'noopener', 'data-action': 'follow-link' },
    label,
  );
}

/** Makes the part that offers a link out of a page that cannot have the camera; it keeps its link when the screen is drawn again. */
export function createLinkOut(makeLink: MakeLink, target: LinkTarget): (t: Translate) => HTMLElement {
  let state: LinkState = { kind: 'none' };
  let redraw: () => void = () => undefined;
  let part: HTMLElement | undefined;
  // The button that was pressed is gone by then: who goes by keyboard or ear goes on at what took its place.
  const set = (next: LinkState) => {
    state = next;
    redraw();
    part?.querySelector<HTMLElement>('input, button')?.focus();
  };
  const take = async () => {
    const link = await makeLink();
    if (link === undefined) return set({ kind: 'failed' });
    set({ kind: 'made', link, isCopied: target === 'tab' ? false : await copy(link) });
  };

  function draw(t: Translate): (Node | undefined)[] {
    if (state.kind !== 'made') {
      const failed = state.kind === 'failed' ? el('p', { class: 'note' }, t('linkOutFailed')) : undefined;
      return [
        failed,
        actionButton({ action: 'make-link', label: t('linkOutMake'), onPress: () => void take() }),
      ];
    }
    const { link, isCopied } = state;
    const field = el('input', { class: 'input link-field', id: linkFieldId, readonly: '', value: link });
    field.addEventListener('focus', () => field.select());
    const onCopy = () => void copy(link).then((done) => set({ kind: 'made', link, isCopied: done }));
    return [
      el('label', { class: 'field-label', for: linkFieldId }, t('linkOutLabel')),
      field,
      el('p', { class: 'note', 'data-note': 'copied' }, t(isCopied ? 'linkOutCopied' : 'linkOutByHand')),
      followLink(t, link, target),
      actionButton({ action: 'copy-link', label: t('linkOutCopy'), kind: 'quiet', onPress: onCopy }),
    ];
  }

  return (t) => {
    const drawn = el('div', { class: 'link-out', 'data-part': 'link-out', 'aria-live': 'polite' });
    part = drawn;
    redraw = () => drawn.replaceChildren(...draw(t).filter((child) => child !== undefined));
    redraw();
    return drawn;
  };
}
