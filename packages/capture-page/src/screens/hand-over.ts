import type { HandOver, HandOverPurpose } from '@titular/contract/page-links';
import type { Screen } from '../app.ts';
import { type IconName, icon } from '../appearance/icons.ts';
import { isTouched } from '../browser.ts';
import { actionButton, actionsOf, el, heading } from '../dom.ts';
import type { MessageKey, Translate } from '../i18n/messages.ts';

/** What the screen tells of the link that was passed on. */
type FollowState = HandOver['state'] | 'connection-lost';

interface HandOverOptions {
  purpose: HandOverPurpose;
  state: HandOver['state'];
  /** Undefined after a reload: the page keeps no link. */
  link: string | undefined;
  /** The local moment at which the link expires, in the language of the moment. */
  until: () => string;
  /** No further link can be made. */
  isLast: boolean;
  /** Undefined where the browser has no sheet to share with. */
  onShare: (() => void) | undefined;
  /** Copies what the field holds; resolves to whether it could. */
  onCopy: (field: HTMLInputElement) => Promise<boolean>;
  onNewLink: () => void;
  onStayHere: () => void;
  /** The drawn code, once it is there. */
  picture: Promise<SVGElement | undefined>;
}

/** The screen, and the way to tell it what became of the link while it is shown. */
export interface HandOverScreen {
  screen: Screen;
  update(state: FollowState): void;
}

const titles: Readonly<Record<HandOverPurpose, { title: MessageKey; text: MessageKey }>> = {
  phone: { title: 'phoneTitle', text: 'phoneText' },
  cardholder: { title: 'sendTitle', text: 'sendText' },
};

const wordsOf = (purpose: HandOverPurpose): { title: MessageKey; text: MessageKey } =>
  purpose === 'phone' && isTouched() ? { title: 'deviceTitle', text: 'deviceText' } : titles[purpose];

const states: Readonly<Record<FollowState, { icon: IconName; message: MessageKey }>> = {
  sent: { icon: 'clock', message: 'stateSent' },
  opened: { icon: 'phone', message: 'stateOpened' },
  busy: { icon: 'camera', message: 'stateBusy' },
  expired: { icon: 'info', message: 'stateExpired' },
  'connection-lost': { icon: 'offline', message: 'connectionLost' },
};

/** What is said otherwise where somebody else has the link. */
const told: Readonly<Record<HandOverPurpose, Partial<typeof states>>> = {
  phone: {},
  cardholder: { opened: { icon: 'phone', message: 'stateOpenedByHolder' } },
};

function qrFigure(t: Translate, picture: HandOverOptions['picture']): HTMLElement {
  const figure = el('div', { class: 'qr-figure' });
  void picture.then((drawn) => {
    if (drawn === undefined) figure.hidden = true;
    else figure.replaceChildren(drawn);
    drawn?.setAttribute('aria-label', t('qrLabel'));
  });
  return figure;
}

function copyPart(t: Translate, options: HandOverOptions, link: string) {
  const label = el('label', { class: 'field-label', for: 'hand-over-link' }, t('copyByHand'));
  const field = el('input', { class: 'input', id: 'hand-over-link', type: 'text', readonly: '' });
  field.value = link;
  const byHand = el('div', { class: 'field', hidden: '' }, label, field);
  const button = actionButton({
    action: 'copy-link',
    label: t('copyLink'),
    kind: options.onShare ? 'quiet' : 'primary',
    onPress: () =>
      void options.onCopy(field).then((isCopied) => {
        if (isCopied) button.textContent = t('linkCopied');
      }),
  });
  return { byHand, button };
}

function linkPart(t: Translate, options: HandOverOptions, link: string): { body: Node[]; buttons: Node[] } {
  const { byHand, button } = copyPart(t, options, link);
  const { onShare } = options;
  const share = onShare && actionButton({ action: 'share-link', label: t('shareLink'), onPress: onShare });
  return {
    body: [
      el('p', { class: 'text' }, t(wordsOf(options.purpose).text)),
      qrFigure(t, options.picture),
      el('p', { class: 'note' }, t('linkOnce', { time: options.until() })),
      byHand,
    ],
    buttons: share ? [share, button] : [button],
  };
}

interface Parts {
  t: Translate;
  element: HTMLElement;
  badge: HTMLElement;
  link: HTMLElement;
  /** Stays the same element while its words change, so that screen readers hear them. */
  status: HTMLElement;
  actions: HTMLElement;
}

function createParts(t: Translate, purpose: HandOverPurpose): Parts {
  const badge = el('div', { class: 'badge badge-calm' });
  const link = el('div', { class: 'hand-over' });
  const status = el('p', { class: 'hand-over-state', role: 'status' });
  const actions = actionsOf();
  const element = el(
    'section',
    {
      class: 'screen screen-message screen-hand-over',
      'data-screen': 'hand-over',
      'data-purpose': purpose,
    },
    badge,
    heading(t(wordsOf(purpose).title)),
    link,
    status,
    actions,
  );
  return { t, element, badge, link, status, actions };
}

function leavingButtons(t: Translate, options: HandOverOptions, state: HandOver['state']): Node[] {
  const isExpired = state === 'expired';
  const renew = actionButton({
    action: 'new-link',
    label: t('newLink'),
    kind: isExpired ? 'primary' : 'quiet',
    onPress: options.onNewLink,
  });
  const stay = actionButton({
    action: 'stay-here',
    label: t('stayHere'),
    kind: 'quiet',
    onPress: options.onStayHere,
  });
  return [options.isLast ? el('p', { class: 'note' }, t('noNewLink')) : renew, stay];
}

function fill(parts: Parts, options: HandOverOptions, state: HandOver['state']): void {
  const { t, element, badge, link, actions } = parts;
  const shown =
    state === 'sent' && options.link !== undefined ? linkPart(t, options, options.link) : undefined;
  const hadFocus = link.contains(document.activeElement) || actions.contains(document.activeElement);
  link.replaceChildren(...(shown?.body ?? []));
  actions.replaceChildren(...(shown?.buttons ?? []), ...leavingButtons(t, options, state));
  badge.hidden = shown !== undefined;
  badge.replaceChildren(icon(states[state].icon));
  element.setAttribute('data-state', state);
  if (hadFocus) element.querySelector('h1')?.focus({ preventScroll: true });
}

/** Makes the screen of a link that is passed on, which follows along; `data-purpose` and `data-state` name what it shows. */
export function createHandOverScreen(options: HandOverOptions): HandOverScreen {
  let state: HandOver['state'] = options.state;
  let isOffline = false;
  let parts: Parts | undefined;

  function say(): void {
    const { icon: name, message } = isOffline
      ? states['connection-lost']
      : (told[options.purpose][state] ?? states[state]);
    parts?.status.replaceChildren(icon(name), el('span', {}, parts.t(message)));
  }

  return {
    screen: (t) => {
      parts = createParts(t, options.purpose);
      fill(parts, options, state);
      say();
      return parts.element;
    },
    update: (next) => {
      const [wasState, wasOffline] = [state, isOffline];
      isOffline = next === 'connection-lost';
      if (next !== 'connection-lost') state = next;
      if (state !== wasState && parts) fill(parts, options, state);
      if (state !== wasState || isOffline !== wasOffline) say();
    },
  };
}
