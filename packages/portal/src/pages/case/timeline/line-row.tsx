import type { TimelineEntry } from '@titular/contract';
import type { ReactNode } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { absoluteTime, utcTime } from '../../../ui/time-words.ts';
import { describeLine, sourceIcons } from '../../../words/timeline-line.ts';
import { clockTime } from './clock-time.ts';

/** An entry of a timeline in a row: time, mark of its source, words, and what follows them. */
export function LineRow({ entry, children }: { entry: TimelineEntry; children?: ReactNode }) {
  const t = useTexts();
  const tag = useTag();
  const { words, tone } = describeLine(entry, t);
  const Picture = sourceIcons[entry.source];
  return (
    <div className="line-row">
      <time dateTime={entry.at} title={`${absoluteTime(entry.at, tag)} · ${utcTime(entry.at)}`}>
        {clockTime(entry.at, tag)}
      </time>
      <span className={`line-mark mark-${tone}`}>
        <Picture className="icon" aria-hidden />
      </span>
      <p className="line-words">
        <span className="visually-hidden">{t(`source_${entry.source}`)}: </span>
        <span className="plain-text">{words}</span> {children}
      </p>
    </div>
  );
}
