import type { TransactionCase } from '@titular/contract';
import { stopsOf } from '@titular/contract/state-at';
import { useEffect, useId, useRef } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { absoluteTime, utcTime } from '../../../ui/time-words.ts';
import { describeLine } from '../../../words/timeline-line.ts';
import { clockTime, dayTime } from '../timeline/clock-time.ts';
import { fromFieldValue, toFieldValue } from './instant.ts';

type Props = { now: TransactionCase; instant: string; onMove(instant: string | undefined): void };

/** The mark of the past, and the ways to another moment: slider, time field, and back to now. */
export function MomentBar({ now, instant, onMove }: Props) {
  const t = useTexts();
  const tag = useTag();
  const mark = useRef<HTMLParagraphElement>(null);
  useEffect(() => mark.current?.focus({ preventScroll: true }), []);
  const time = `${dayTime(instant, tag)}, ${clockTime(instant, tag)}`;
  return (
    <section className="moment" aria-label={t('replayTitle')}>
      <p
        ref={mark}
        tabIndex={-1}
        className="moment-mark"
        title={`${absoluteTime(instant, tag)} · ${utcTime(instant)}`}
      >
        <strong>{t('replayMark', { time })}</strong>
      </p>
      <MomentSlider now={now} instant={instant} onMove={onMove} />
      <div className="moment-acts">
        <MomentField instant={instant} onMove={onMove} />
        <Button kind="primary" onPress={() => onMove(undefined)}>
          {t('replayNow')}
        </Button>
      </div>
    </section>
  );
}

function MomentSlider({ now, instant, onMove }: Props) {
  const t = useTexts();
  const tag = useTag();
  const id = useId();
  const stops = stopsOf(now);
  const index = Math.max(
    0,
    stops.findLastIndex((stop) => stop <= instant),
  );
  const entry = now.timeline.findLast(({ at }) => at === stops[index]);
  const words = entry ? describeLine(entry, t).words : '';
  const spoken = t('replayStop', { time: clockTime(stops[index] ?? instant, tag), words });
  return (
    <div className="field moment-slider">
      <label className="label" htmlFor={id}>
        {t('replaySlider')}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={Math.max(stops.length - 1, 1)}
        step={1}
        value={index}
        aria-valuetext={spoken}
        onChange={(event) => onMove(stops[Number(event.target.value)])}
      />
      <span className="hint plain-text">{spoken}</span>
    </div>
  );
}

function MomentField({ instant, onMove }: Pick<Props, 'instant' | 'onMove'>) {
  const t = useTexts();
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {t('replayTime')}
      </label>
      <input
        id={id}
        type="datetime-local"
        className="input"
        step={1}
        value={toFieldValue(instant)}
        onChange={(event) => {
          const asked = fromFieldValue(event.target.value);
          if (asked !== undefined) onMove(asked);
        }}
      />
    </div>
  );
}
