import { cameraPolicyOf } from '../page-policy.ts';
import type { Language } from '../types.ts';
import { setStyle } from './set-style.ts';
import { createWaitingState } from './waiting-state.ts';

/** The words over the shop's page by language; right for a card as well as for a process, since nobody knows yet what the token opens. */
export const OVERLAY_WORDS: Readonly<Record<Language, { title: string; close: string; waiting: string }>> = {
  pt: { title: 'Confirmação de identidade', close: 'Fechar', waiting: 'Um momento…' },
  en: { title: 'Identity check', close: 'Close', waiting: 'One moment…' },
  es: { title: 'Confirmación de identidad', close: 'Cerrar', waiting: 'Un momento…' },
  fr: { title: 'Vérification d’identité', close: 'Fermer', waiting: 'Un instant…' },
};

/** What lies over the whole of the shop's page: at first that the person is to wait, then the page's frame. */
export type Overlay = {
  /** Loads the service's page, out of sight; `onLoad` runs whenever it has loaded. */
  load(path: string, onLoad: () => void): void;
  /** The window in the frame: the only one whose messages count. */
  window(): Window | null;
  /** Whether the shop's page lets the frame have a camera; undefined where the browser does not tell. */
  allowsCamera(): boolean | undefined;
  /** Shows the frame in place of the waiting and the SDK's own button, and gives it the keyboard. */
  reveal(): void;
  /** Takes everything away: the scroll position and the focus are as they were. */
  remove(): void;
};

type OverlayOptions = {
  origin: string;
  language: Language | undefined;
  /** The person leaves by the button, or the browser has closed the dialog. */
  onLeave: () => void;
  /** The person wants to leave, by Escape or the gesture for going back. */
  onAsk: () => void;
};

/** What the page in the frame may use; browsers without sharing complain of its name. */
function listFeatures(): string[] {
  const canShare = typeof navigator.share === 'function';
  return ['camera', 'clipboard-write', ...(canShare ? ['web-share'] : [])];
}

function createFrame(origin: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = title;
  // Each feature for the service alone, so that a frame that was led elsewhere has none of them (Permissions Policy, section 5.2).
  frame.allow = listFeatures()
    .map((name) => `${name} ${origin}`)
    .join('; ');
  frame.referrerPolicy = 'no-referrer';
  setStyle(frame, { width: '100%', height: '100%', border: '0', display: 'block', opacity: '0' });
  return frame;
}

function createClose(label: string, onPress: () => void): HTMLButtonElement {
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = '×';
  close.setAttribute('aria-label', label);
  close.addEventListener('click', onPress);
  const size = { width: '44px', height: '44px', fontSize: '28px', lineHeight: '1' };
  const place: Partial<CSSStyleDeclaration> = { position: 'absolute', top: '8px', right: '8px' };
  setStyle(close, { ...size, ...place, border: '0', background: 'transparent', color: 'inherit' });
  close.style.cursor = 'pointer';
  return close;
}

function createDialog(title: string): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  dialog.setAttribute('aria-label', title);
  dialog.setAttribute('data-titular', '');
  setStyle(dialog, { position: 'fixed', top: '0', left: '0', width: '100%', height: '100%' });
  setStyle(dialog, { maxWidth: 'none', maxHeight: 'none', margin: '0', padding: '0', border: '0' });
  setStyle(dialog, { display: 'block', overflow: 'hidden', zIndex: '2147483647' });
  setStyle(dialog, { background: 'Canvas', color: 'CanvasText', colorScheme: 'light dark' });
  return dialog;
}

/** Locks the page behind a dialog; undoes it when called again. */
function lockScroll(): () => void {
  const { style } = document.documentElement;
  const before = style.overflow;
  style.overflow = 'hidden';
  return () => {
    style.overflow = before;
  };
}

const isLanguage = (code: string): code is Language => Object.keys(OVERLAY_WORDS).includes(code);

const languageOfPage = (): Language => {
  const primary = (document.documentElement.lang || navigator.language || '').slice(0, 2).toLowerCase();
  return isLanguage(primary) ? primary : 'en';
};

/** Hears how the person or the browser closes the dialog; the gesture for going back does it on some phones, asking the first time alone. */
function hearClosing(dialog: HTMLDialogElement, { onLeave, onAsk }: OverlayOptions): void {
  const ask = (event: Event): void => {
    event.preventDefault();
    onAsk();
  };
  dialog.addEventListener('cancel', ask);
  dialog.addEventListener('close', onLeave);
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') ask(event);
  });
}

/** Lies over the page as a modal dialog; browsers without modal dialogs get one that lies above everything. */
export function showOverlay(options: OverlayOptions): Overlay {
  const { origin } = options;
  const words = OVERLAY_WORDS[options.language ?? languageOfPage()];
  const focused = document.activeElement;
  const dialog = createDialog(words.title);
  const frame = createFrame(origin, words.title);
  const waiting = createWaitingState(words.waiting);
  const close = createClose(words.close, options.onLeave);
  hearClosing(dialog, options);
  dialog.append(waiting, close);
  document.body.append(dialog);
  const unlock = lockScroll();
  if (typeof dialog.showModal === 'function') dialog.showModal();
  close.focus();
  return {
    load: (path, onLoad) => {
      frame.src = origin + path;
      frame.addEventListener('load', onLoad);
      dialog.prepend(frame);
    },
    window: () => frame.contentWindow,
    allowsCamera: () => cameraPolicyOf(frame, origin),
    reveal: () => {
      waiting.remove();
      close.remove();
      frame.style.opacity = '1';
      frame.focus();
    },
    remove: () => {
      dialog.remove();
      unlock();
      if (focused instanceof HTMLElement) focused.focus();
    },
  };
}
