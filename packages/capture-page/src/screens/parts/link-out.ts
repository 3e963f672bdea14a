import { toIntentAddress } from '../../browser.ts';
import { copyField } from '../../copy-text.ts';
import { actionButton, el, releaseButtons } from '../../dom.ts';
import type { Translate } from '../../i18n/messages.ts';

/** Makes a link with which the person goes on elsewhere; undefined when there is none to be had now. */
export type MakeLink = () => Promise<string | undefined>;

/** How the link is best followed: by hand alone, in a tab of its own, or by the device's own browser. */
export type LinkTarget = 'copy' | 'tab' | 'android-browser';

type LinkState = { kind: 'none' } | { kind: 'made'; link: string; isCopied: boolean } | { kind: 'failed' };
type Made = Extract<LinkState, { kind: 'made' }>;

const linkFieldId = 'way-out-link';

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

const copiedNote = (t: Translate, isCopied: boolean): string =>
  t(isCopied ? 'linkOutCopied' : 'linkOutByHand');

function madePart(t: Translate, made: Made, target: LinkTarget) {
  const field = el('input', { class: 'input link-field', id: linkFieldId, readonly: '', value: made.link });
  field.addEventListener('focus', () => field.select());
  const note = el('p', { class: 'note', 'data-note': 'copied' }, copiedNote(t, made.isCopied));
  // Many browsers let a page copy only right after a press: what they refuse is selected for the person to copy by hand.
  const copy = async (): Promise<void> => {
    made.isCopied = await copyField(field);
    note.textContent = copiedNote(t, made.isCopied);
  };
  const onPress = () => void copy();
  const children = [
    el('label', { class: 'field-label', for: linkFieldId }, t('linkOutLabel')),
    field,
    note,
    followLink(t, made.link, target),
    actionButton({ action: 'copy-link', label: t('linkOutCopy'), kind: 'quiet', onPress }),
  ];
  return { children, copy };
}

/** Makes the part that offers a link out of a page that cannot go on; it keeps its link when the screen is drawn again. */
export function createLinkOut(makeLink: MakeLink, target: LinkTarget): (t: Translate) => HTMLElement {
  let state: LinkState = { kind: 'none' };
  let redraw: () => void = () => undefined;
  let copyMade: () => Promise<void> = async () => undefined;
  let part: HTMLElement | undefined;
  const take = async () => {
    const link = await makeLink();
    state = link === undefined ? { kind: 'failed' } : { kind: 'made', link, isCopied: false };
    redraw();
    if (part) releaseButtons(part);
    // The button that was pressed is gone by then: who goes by keyboard or ear goes on at what took its place.
    part?.querySelector<HTMLElement>('input, button')?.focus();
    if (state.kind === 'made' && target !== 'tab') await copyMade();
  };

  function draw(t: Translate): (Node | undefined)[] {
    if (state.kind === 'made') {
      const { children, copy } = madePart(t, state, target);
      copyMade = copy;
      return children;
    }
    const failed = state.kind === 'failed' ? el('p', { class: 'note' }, t('linkOutFailed')) : undefined;
    return [
      failed,
      actionButton({ action: 'make-link', label: t('linkOutMake'), onPress: () => void take() }),
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
