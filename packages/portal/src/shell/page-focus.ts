let hasNavigated = false;

/** Notes that the page changed within the document: the next heading takes the focus. The first page leaves it to the browser. */
export const noteNavigation = (): void => {
  hasNavigated = true;
};

/** Whether a heading that appears now takes the focus. */
export const takesFocus = (): boolean => hasNavigated;

/** What had the focus last on the page, then what it stood in, from the inside out. */
let chain: readonly Element[] = [];

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

function noteFocus({ target }: FocusEvent): void {
  // Rows of a long list come and go while somebody scrolls, and have keys of their own.
  if (!(target instanceof Element) || !target.closest('main') || target.closest('[data-row]')) return;
  const found: Element[] = [];
  for (let one: Element | null = target; one; one = one.parentElement) found.push(one);
  chain = found;
}

/** Whoever presses on the page beside everything wants the focus nowhere; what takes a press takes the focus after it. */
function notePress({ target }: PointerEvent): void {
  if (target instanceof Element && target.closest('main')) chain = [];
}

/** Puts the focus on the part of the page in which it was lost: its heading, or the whole of it. */
function recoverFocus(): void {
  const [last, ...around] = chain;
  if (!last || last.isConnected || !isNowhere()) return;
  chain = [];
  const part = around.find((one) => one.isConnected && one.matches('section, search'));
  const place = part?.querySelector<HTMLElement>('h2') ?? part;
  if (!(place instanceof HTMLElement)) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** Keeps the focus in its part of the page where an act takes away what had it, as a line that was deleted (WCAG 2.4.3). Returns what ends it. */
export function keepFocus(): () => void {
  const observer = new MutationObserver(recoverFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('pointerdown', notePress, { capture: true, signal });
  document.addEventListener('focusin', noteFocus, { signal });
  return () => {
    observer.disconnect();
    listening.abort();
  };
}
