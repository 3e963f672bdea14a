import '../../../words/words.css';
import type { TimelineEntry } from '@titular/contract';
import { useState } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { describeLine } from '../../../words/timeline-line.ts';
import { clockTime, dayTime } from './clock-time.ts';
import { type FoldedEntry, foldCalls } from './fold-calls.ts';
import { LineRow } from './line-row.tsx';

/** So many of the newest lines are drawn at first. */
const FIRST_SHOWN = 120;

/** Lines of a timeline under their days, oldest first. */
export function TimelineList({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useTexts();
  const tag = useTag();
  const [isWhole, setWhole] = useState(false);
  const folded = foldCalls(entries);
  const hidden = isWhole ? 0 : Math.max(0, folded.length - FIRST_SHOWN);
  const shown = folded.slice(hidden);
  if (entries.length === 0) return <p className="hint">{t('timelineEmpty')}</p>;
  return (
    <>
      {hidden > 0 && (
        <Button kind="quiet" onPress={() => setWhole(true)}>
          {t('timelineEarlier', { count: hidden })}
        </Button>
      )}
      <ol className="timeline">
        {shown.map((line, index) => {
          const day = dayTime(line.entry.at, tag);
          const before = shown[index - 1];
          const isNewDay = before === undefined || dayTime(before.entry.at, tag) !== day;
          return (
            <Line key={keyOf(line.entry, hidden + index)} folded={line} day={isNewDay ? day : undefined} />
          );
        })}
      </ol>
    </>
  );
}

/** Lines are only ever added, so that place and code tell one from the other. */
const keyOf = ({ at, source, code, ref }: TimelineEntry, index: number): string =>
  `${at} ${source} ${code} ${ref ?? index}`;

function Line({ folded: { entry, more, until }, day }: { folded: FoldedEntry; day: string | undefined }) {
  const t = useTexts();
  const tag = useTag();
  const { by } = describeLine(entry, t);
  return (
    <li className="line">
      {day !== undefined && <p className="line-day">{day}</p>}
      <LineRow entry={entry}>
        {by && <span className="hint">{by}</span>}
        {more > 0 && (
          <span className="hint">{t('lineRepeated', { count: more, time: clockTime(until, tag) })}</span>
        )}
      </LineRow>
    </li>
  );
}
