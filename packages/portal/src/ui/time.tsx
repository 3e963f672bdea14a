import { useTag } from '../i18n/use-texts.ts';
import { absoluteTime, relativeTime, utcTime } from './time-words.ts';

/** A time in the viewer's zone, relative below a day; UTC on hover. `isWhole` never shortens it. */
export function Time({ at, isWhole }: { at: string; isWhole?: boolean }) {
  const tag = useTag();
  const words = isWhole ? undefined : relativeTime(at, Date.now(), tag);
  return (
    <time dateTime={at} title={`${absoluteTime(at, tag)} · ${utcTime(at)}`}>
      {words ?? absoluteTime(at, tag)}
    </time>
  );
}
