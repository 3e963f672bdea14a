import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { useStore } from '../../service/store.ts';
import { AlertIcon, CloseIcon, DoneIcon } from '../icons.ts';
import { dismissToast, type Toast, toasts } from './toast-store.ts';

/** Long enough to read twice, at 15 characters a second. */
const shownMs = (words: string): number => Math.max(6_000, words.length * 130);

/** What had the focus before it came to the toasts. */
type Before = RefObject<HTMLElement | null>;

/** Gives the focus back when a line goes that has it, whoever took it away: to where it was, else to the heading (WCAG 2.4.3). */
function useFocusBack(line: RefObject<HTMLElement | null>, before: Before): void {
  useLayoutEffect(() => {
    const place = line.current;
    return () => {
      if (!place?.contains(document.activeElement)) return;
      // The line goes with this change of the page, and the focus only after it.
      queueMicrotask(() => {
        before.current?.focus();
        if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus();
      });
    };
  }, [line, before]);
}

function ToastLine({ toast, before }: { toast: Toast; before: Before }) {
  const t = useTexts();
  const line = useRef<HTMLLIElement>(null);
  const [isHeld, setHeld] = useState(false);
  useFocusBack(line, before);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = window.setTimeout(() => dismissToast(toast.id), shownMs(toast.words));
    return () => window.clearTimeout(timer);
  }, [isHeld, toast]);
  const Picture = toast.tone === 'good' ? DoneIcon : AlertIcon;
  return (
    <li
      ref={line}
      className={`toast toast-${toast.tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Picture className="icon" aria-hidden />
      <span>{toast.words}</span>
      <button
        type="button"
        className="toast-close"
        aria-label={t('dismiss')}
        onClick={() => dismissToast(toast.id)}
      >
        <CloseIcon className="icon" aria-hidden />
      </button>
    </li>
  );
}

/** The toasts, in a live region that is there before the first of them, so that readers speak each once. */
export function Toaster() {
  const shown = useStore(toasts);
  const before = useRef<HTMLElement>(null);
  const noteBefore = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget as HTMLElement | null;
  };
  return (
    <div className="toaster" role="status" aria-live="polite" aria-relevant="additions" onFocus={noteBefore}>
      <ul>
        {shown.map((toast) => (
          <ToastLine key={toast.id} toast={toast} before={before} />
        ))}
      </ul>
    </div>
  );
}
