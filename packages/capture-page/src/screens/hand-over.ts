import type { HandOver, HandOverPurpose } from '@titular/contract/page-links';
import type { Screen } from '../app.ts';
import { actionButton, type Child, el, heading } from '../dom.ts';
import type { MessageKey, Translate } from '../i18n/messages.ts';
import { type IconName, icon } from '../icons.ts';

/** What the screen tells of the link that was passed on. */
export type FollowState = HandOver['state'] | 'connection-lost';

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

const states: Readonly<Record<FollowState, { icon: IconName; message: MessageKey }>> = {
  sent: { icon: 'clock', message: 'stateSent' },
  opened: { icon: 'phone', message: 'stateOpened' },
  busy: { icon: 'camera', message: 'stateBusy' },
  expired: { icon: 'info', message: 'stateExpired' },
  'connection-lost': { icon: 'offline', message: 'connectionLost' },
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

function linkPart(t: Translate, options: HandOverOptions, link: string): { body: Child[]; buttons: Child[] } {
  const { byHand, button } = copyPart(t, options, link);
  const share =
    options.onShare &&
    actionButton({ action: 'share-link', label: t('shareLink'), onPress: options.onShare });
  return {
    body: [
      el('p', { class: 'text' }, t(titles[options.purpose].text)),
      qrFigure(t, options.picture),
      el('p', { class: 'note' }, t('linkOnce', { time: options.until() })),
      byHand,
    ],
    buttons: [share, button],
  };
}

/** Makes the screen of a link that is passed on, which follows along; `data-purpose` and `data-state` name what it shows. */
export function createHandOverScreen(options: HandOverOptions): HandOverScreen {
  let state: HandOver['state'] = options.state;
  let isOffline = false;
  let drawn: { t: Translate; element: HTMLElement; body: HTMLElement; status: HTMLElement } | undefined;

  function fill(): void {
    if (drawn === undefined) return;
    const { t, element, body } = drawn;
    const isWaiting = state === 'sent' && options.link !== undefined;
    const shown = isWaiting && options.link !== undefined ? linkPart(t, options, options.link) : undefined;
    const renew = actionButton({
      action: 'new-link',
      label: t('newLink'),
      kind: state === 'expired' ? 'primary' : 'quiet',
      onPress: options.onNewLink,
    });
    const stay = actionButton({
      action: 'stay-here',
      label: t('stayHere'),
      kind: 'quiet',
      onPress: options.onStayHere,
    });
    const hadFocus = body.contains(document.activeElement);
    body.replaceChildren(
      ...(shown?.body ?? []).filter((child) => child !== undefined),
      drawn.status,
      ...(options.isLast ? [el('p', { class: 'note' }, t('noNewLink'))] : []),
      el('div', { class: 'actions' }, ...(shown?.buttons ?? []), options.isLast ? undefined : renew, stay),
    );
    element.setAttribute('data-state', state);
    if (hadFocus) element.querySelector('h1')?.focus({ preventScroll: true });
  }

  function say(): void {
    if (drawn === undefined) return;
    const { icon: name, message } = states[isOffline ? 'connection-lost' : state];
    drawn.status.replaceChildren(icon(name), el('span', {}, drawn.t(message)));
  }

  return {
    screen: (t) => {
      const body = el('div', { class: 'hand-over' });
      const status = el('p', { class: 'hand-over-state', role: 'status' });
      const element = el(
        'section',
        {
          class: 'screen screen-message screen-hand-over',
          'data-screen': 'hand-over',
          'data-purpose': options.purpose,
        },
        heading(t(titles[options.purpose].title)),
        body,
      );
      drawn = { t, element, body, status };
      fill();
      say();
      return element;
    },
    update: (told) => {
      const [wasState, wasOffline] = [state, isOffline];
      isOffline = told === 'connection-lost';
      if (told !== 'connection-lost') state = told;
      if (state !== wasState) fill();
      if (state !== wasState || isOffline !== wasOffline) say();
    },
  };
}
