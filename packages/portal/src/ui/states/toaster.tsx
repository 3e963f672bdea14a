import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { useStore } from '../../service/store.ts';
import { AlertIcon, CloseIcon, DoneIcon } from '../icons.ts';
import { dismissToast, type Toast, toasts } from './toast-store.ts';

/** Long enough to read twice, at 15 characters a second. */
const shownMs = (words: string): number => Math.max(6_000, words.length * 130);

/** What had the focus before it came to the toasts. */
type Before = RefObject<HTMLElement | null>;

function ToastLine({ toast, before }: { toast: Toast; before: Before }) {
  const t = useTexts();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = window.setTimeout(() => dismissToast(toast.id), shownMs(toast.words));
    return () => window.clearTimeout(timer);
  }, [isHeld, toast]);
  // The focus goes before the line does: to where it was, else to the heading (WCAG 2.4.3). A line that has it does not go by itself.
  const close = ({ currentTarget }: { currentTarget: Element }): void => {
    if (document.activeElement === currentTarget) {
      before.current?.focus();
      if (document.activeElement === currentTarget) document.querySelector('h1')?.focus();
    }
    dismissToast(toast.id);
  };
  const Picture = toast.tone === 'good' ? DoneIcon : AlertIcon;
  return (
    <li
      className={`toast toast-${toast.tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Picture className="icon" aria-hidden />
      <span>{toast.words}</span>
      <button type="button" className="toast-close" aria-label={t('dismiss')} onClick={close}>
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
