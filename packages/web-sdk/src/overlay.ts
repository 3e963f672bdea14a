import { cameraPolicyOf } from './page-policy.ts';
import type { Language } from './types.ts';

const WORDS: Readonly<Record<Language, { title: string; close: string }>> = {
  pt: { title: 'Confirmação do cartão', close: 'Fechar' },
  en: { title: 'Card confirmation', close: 'Close' },
  es: { title: 'Confirmación de la tarjeta', close: 'Cerrar' },
};

const dress = (element: HTMLElement, style: Partial<CSSStyleDeclaration>): void => {
  Object.assign(element.style, style);
};

/** The page's frame over the whole of the shop's page. */
export type Overlay = {
  /** The window in the frame: the only one whose messages count. */
  window(): Window | null;
  /** Whether the shop's page lets the frame have a camera; undefined where the browser does not tell. */
  allowsCamera(): boolean | undefined;
  /** Shows the frame, takes the SDK's own button away and gives the frame the keyboard. */
  reveal(): void;
  /** Takes everything away: the scroll position and the focus are as they were. */
  remove(): void;
};

type OverlayOptions = {
  origin: string;
  path: string;
  language: Language | undefined;
  /** The person leaves before the page is there, by button or Escape. */
  onLeave: () => void;
  onLoad: () => void;
};

function createFrame({ origin, path }: OverlayOptions, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = title;
  // Each feature for the service alone, so that a frame that was led elsewhere has none of them (Permissions Policy, section 5.2).
  frame.allow = ['camera', 'clipboard-write', 'web-share'].map((name) => `${name} ${origin}`).join('; ');
  frame.referrerPolicy = 'no-referrer';
  frame.src = origin + path;
  dress(frame, { width: '100%', height: '100%', border: '0', display: 'block', opacity: '0' });
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
  dress(close, { ...size, ...place, border: '0', background: 'transparent', color: 'inherit' });
  close.style.cursor = 'pointer';
  return close;
}

function createDialog(title: string): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  dialog.setAttribute('aria-label', title);
  dialog.setAttribute('data-titular', '');
  dress(dialog, { position: 'fixed', top: '0', left: '0', width: '100%', height: '100%' });
  dress(dialog, { maxWidth: 'none', maxHeight: 'none', margin: '0', padding: '0', border: '0' });
  dress(dialog, { display: 'block', overflow: 'hidden', zIndex: '2147483647' });
  dress(dialog, { background: 'Canvas', color: 'CanvasText', colorScheme: 'light dark' });
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

const languageOfPage = (): Language => {
  const primary = (document.documentElement.lang || navigator.language || '').slice(0, 2).toLowerCase();
  return primary === 'pt' || primary === 'es' ? primary : 'en';
};

/** Puts the frame over the page as a modal dialog; browsers without modal dialogs get one that lies above everything. */
export function showOverlay(options: OverlayOptions): Overlay {
  const words = WORDS[options.language ?? languageOfPage()];
  const focused = document.activeElement;
  const dialog = createDialog(words.title);
  const frame = createFrame(options, words.title);
  const close = createClose(words.close, options.onLeave);
  const onEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    options.onLeave();
  };
  // The gesture for going back closes a dialog on some phones, with or without asking.
  for (const name of ['cancel', 'close']) dialog.addEventListener(name, options.onLeave);
  dialog.addEventListener('keydown', onEscape);
  frame.addEventListener('load', options.onLoad);
  dialog.append(frame, close);
  document.body.append(dialog);
  const unlock = lockScroll();
  if (typeof dialog.showModal === 'function') dialog.showModal();
  close.focus();
  return {
    window: () => frame.contentWindow,
    allowsCamera: () => cameraPolicyOf(frame, options.origin),
    reveal: () => {
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
