import type { TimelineSource } from '@titular/contract';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { sourceIcons, timelineSources } from '../../../words/timeline-line.ts';
import type { OpenCase } from '../model/case-model.ts';
import { TimelineList } from './timeline-list.tsx';

/** The timeline of all sources, or of some. */
export function TimelinePart({ open: { timeline, isTimelineCut } }: { open: OpenCase }) {
  const t = useTexts();
  const [only, setOnly] = useState<TimelineSource>();
  const present = timelineSources.filter((source) => timeline.some((entry) => entry.source === source));
  const shown = only === undefined ? timeline : timeline.filter(({ source }) => source === only);
  return (
    <section className="part" aria-label={t('part_timeline')}>
      <fieldset className="chips plain-set">
        <legend className="visually-hidden">{t('timelineFilter')}</legend>
        <Chip isOn={only === undefined} onPress={() => setOnly(undefined)}>
          {t('timelineAll')}
        </Chip>
        {present.map((source) => {
          const Picture = sourceIcons[source];
          return (
            <Chip
              key={source}
              isOn={only === source}
              onPress={() => setOnly(only === source ? undefined : source)}
            >
              <Picture className="icon" aria-hidden />
              {t(`source_${source}`)}
            </Chip>
          );
        })}
      </fieldset>
      {isTimelineCut && <p className="hint">{t('timelineCut')}</p>}
      <TimelineList key={only ?? 'all'} entries={shown} />
    </section>
  );
}

const Chip = ({ isOn, onPress, children }: { isOn: boolean; onPress(): void; children: ReactNode }) => (
  <button type="button" className="chip" aria-pressed={isOn} onClick={onPress}>
    {children}
  </button>
);
