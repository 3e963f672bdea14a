import { createContext, useContext } from 'react';
import { useTag } from '../i18n/use-texts.ts';
import { absoluteTime, relativeTime, shortTime, utcTime } from './time-words.ts';

/** Whether no time within is relative to now, as where an earlier moment is shown. */
export const WholeTimes = createContext(false);

/** A time in the viewer's zone, relative below a day, without the year in this one; whole and in UTC on hover. `isWhole` never shortens it. */
export function Time({ at, isWhole }: { at: string; isWhole?: boolean }) {
  const tag = useTag();
  const areWhole = useContext(WholeTimes);
  const whole = absoluteTime(at, tag);
  const nowMs = Date.now();
  const words = isWhole || areWhole ? whole : (relativeTime(at, nowMs, tag) ?? shortTime(at, nowMs, tag));
  return (
    <time dateTime={at} title={`${whole} · ${utcTime(at)}`}>
      {words}
    </time>
  );
}
