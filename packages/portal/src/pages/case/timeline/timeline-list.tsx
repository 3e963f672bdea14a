import '../../../words/words.css';
import type { TimelineEntry } from '@titular/contract';
import { useState } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { absoluteTime, utcTime } from '../../../ui/time-words.ts';
import { describeLine, sourceIcons } from '../../../words/timeline-line.ts';
import { clockTime, dayTime } from './clock-time.ts';

/** So many of the newest lines are drawn at first. */
const FIRST_SHOWN = 120;

/** Lines of a timeline under their days, oldest first. */
export function TimelineList({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useTexts();
  const tag = useTag();
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, entries.length - FIRST_SHOWN);
  const shown = entries.slice(hidden);
  if (entries.length === 0) return <p className="hint">{t('timelineEmpty')}</p>;
  return (
    <>
      {hidden > 0 && (
        <Button kind="quiet" onPress={() => setWhole(true)}>
          {t('timelineEarlier', { count: hidden })}
        </Button>
      )}
      <ol className="timeline">
        {shown.map((entry, index) => {
          const day = dayTime(entry.at, tag);
          const before = shown[index - 1];
          const isNewDay = before === undefined || dayTime(before.at, tag) !== day;
          return <Line key={keyOf(entry, hidden + index)} entry={entry} day={isNewDay ? day : undefined} />;
        })}
      </ol>
    </>
  );
}

/** Lines are only ever added, so that place and code tell one from the other. */
const keyOf = ({ at, source, code, ref }: TimelineEntry, index: number): string =>
  `${at} ${source} ${code} ${ref ?? index}`;

function Line({ entry, day }: { entry: TimelineEntry; day: string | undefined }) {
  const t = useTexts();
  const tag = useTag();
  const { words, by, tone } = describeLine(entry, t);
  const Picture = sourceIcons[entry.source];
  return (
    <li className="line">
      {day !== undefined && <p className="line-day">{day}</p>}
      <div className="line-row">
        <time dateTime={entry.at} title={`${absoluteTime(entry.at, tag)} · ${utcTime(entry.at)}`}>
          {clockTime(entry.at, tag)}
        </time>
        <span className={`line-mark mark-${tone}`}>
          <Picture className="icon" aria-hidden />
        </span>
        <p className="line-words">
          <span className="visually-hidden">{t(`source_${entry.source}`)}: </span>
          <span className="plain-text">{words}</span> {by && <span className="hint">{by}</span>}
        </p>
      </div>
    </li>
  );
}
