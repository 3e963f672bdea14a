import { useSyncExternalStore } from 'react';

/** From this width on, in the size of the page's own text, there is room for a case beside its list. */
const WIDE_REM = 78;

// A media query knows the browser's text size, and none that was chosen for the page alone (WCAG 2.2, 1.4.4).
const isWide = (): boolean =>
  window.innerWidth >= WIDE_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

/** Whether there is room for a case beside its list. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, isWide);
