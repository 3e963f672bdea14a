import { type Child, el } from '../../dom.ts';

/** Largest share of the window that the bar may cover; a larger one stands at the end of the page instead. */
const MAX_SHARE = 0.42;

/** Makes the bar of actions that stays at the window's edge, so that what is to be pressed is always in view. */
export const actionBar = (...children: Child[]): HTMLElement =>
  el('div', { class: 'actions actions-sticky' }, ...children);

/** Keeps what has the focus clear of the bar of a screen (WCAG 2.2, 2.4.11), and the bar from covering most of a small window. */
export function keepClearOfBar(screen: Element): void {
  const bar = screen.querySelector<HTMLElement>('.actions-sticky');
  const { style } = document.documentElement;
  style.removeProperty('scroll-padding-bottom');
  if (bar === null) return;
  const fit = () => {
    if (!bar.isConnected) return;
    const isTall = bar.offsetHeight > window.innerHeight * MAX_SHARE;
    bar.classList.toggle('actions-tall', isTall);
    style.scrollPaddingBottom = isTall ? '0px' : `${bar.offsetHeight + 8}px`;
  };
  fit();
  // Old browsers fit it once.
  if (typeof ResizeObserver === 'undefined') return;
  const observer = new ResizeObserver(() => {
    if (bar.isConnected) fit();
    else observer.disconnect();
  });
  observer.observe(bar);
  observer.observe(document.documentElement);
}
