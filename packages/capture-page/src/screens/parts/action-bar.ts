import { actionsOf, type Child } from '../../dom.ts';

/** Largest share of the window that the bar may cover; a larger one stands at the end of the page instead. */
const MAX_SHARE = 0.5;

/** Makes actions that stand on a bar of their own, even where the screen fits the window. */
export function actionBar(...children: Child[]): HTMLElement {
  const bar = actionsOf(...children);
  bar.classList.add('actions-bar');
  return bar;
}

/** How far below its place a screen appears, which makes the page longer until it has. */
const APPEARING_PX = 6;

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
    const { scrollHeight, clientHeight } = document.documentElement;
    bar.classList.toggle('actions-over', scrollHeight - clientHeight > APPEARING_PX);
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
  observer.observe(screen);
  observer.observe(document.documentElement);
}
