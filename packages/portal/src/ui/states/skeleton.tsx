import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';

/** What is shorter than this is not announced by a skeleton. */
const SHOWN_AFTER_MS = 150;

/** Whether something has lasted for so long. */
export function useLasts(isLasting: boolean, afterMs: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    setLasts(false);
    if (!isLasting) return undefined;
    const timer = window.setTimeout(() => setLasts(true), afterMs);
    return () => window.clearTimeout(timer);
  }, [isLasting, afterMs]);
  return lasts;
}

/** The place of what is coming, in its final size: so many lines. It keeps its place from the start, and shows after 150 ms. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const t = useTexts();
  const isShown = useLasts(true, SHOWN_AFTER_MS);
  return (
    <div className={isShown ? 'skeleton skeleton-shown' : 'skeleton'}>
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  );
}
