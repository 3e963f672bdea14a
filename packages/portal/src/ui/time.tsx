import { createContext, useContext } from 'react';
import { useTag } from '../i18n/use-texts.ts';
import { absoluteTime, relativeTime, utcTime } from './time-words.ts';

/** Whether no time within is relative to now, as where an earlier moment is shown. */
export const WholeTimes = createContext(false);

/** A time in the viewer's zone, relative below a day; UTC on hover. `isWhole` never shortens it. */
export function Time({ at, isWhole }: { at: string; isWhole?: boolean }) {
  const tag = useTag();
  const areWhole = useContext(WholeTimes);
  const words = isWhole || areWhole ? undefined : relativeTime(at, Date.now(), tag);
  return (
    <time dateTime={at} title={`${absoluteTime(at, tag)} · ${utcTime(at)}`}>
      {words ?? absoluteTime(at, tag)}
    </time>
  );
}
