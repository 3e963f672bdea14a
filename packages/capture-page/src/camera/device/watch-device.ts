const portrait = '(orientation: portrait)';

/** Runs `onTurned` whenever the device is turned between portrait and landscape, until `signal` ends. */
export function watchTurning(signal: AbortSignal, onTurned: () => void): void {
  const query = window.matchMedia(portrait);
  // Safari before 14 knows only the older form.
  if (typeof query.addEventListener !== 'function') return;
  query.addEventListener('change', onTurned);
  signal.addEventListener('abort', () => query.removeEventListener('change', onTurned));
}

/** Runs `onHidden` when the page goes to the background, until `signal` ends. */
export function watchHiding(signal: AbortSignal, onHidden: () => void): void {
  const check = () => {
    if (document.visibilityState === 'hidden') onHidden();
  };
  document.addEventListener('visibilitychange', check);
  signal.addEventListener('abort', () => document.removeEventListener('visibilitychange', check));
}
