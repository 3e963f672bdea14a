import type { Screen } from '../app.ts';
import { el, heading } from '../dom.ts';

/** Shown while the session opens. */
export const loadingScreen: Screen = (t) =>
  el(
    'section',
    { class: 'screen screen-message', 'data-screen': 'loading' },
    el('div', { class: 'spinner', 'aria-hidden': 'true' }),
    heading(t('loadingTitle')),
    el('p', { class: 'text' }, t('loadingText')),
  );
