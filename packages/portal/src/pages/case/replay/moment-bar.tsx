import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Translate } from '../../../i18n/texts.ts';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { describeLine } from '../../../words/timeline-line.ts';
import type { OpenCase } from '../model/case-model.ts';
import { clockTime, dayTime } from '../timeline/clock-time.ts';
import { momentTime } from './instant.ts';
import { MomentField } from './moment-field.tsx';
import { findStop, type Stop, sliderStops } from './stops.ts';

type SliderProps = { now: OpenCase; moment: string; onMove(instant: string): void };
type Props = SliderProps & {
  onLeave(): void /** Where it is once it appears, the button that led here being gone. */;
  takesFocus: boolean;
};

/** The mark of the past, and the ways to another moment: slider, day and time, and back to now. */
export function MomentBar({ now, moment, onMove, onLeave, takesFocus }: Props) {
  const t = useTexts();
  const tag = useTag();
  const mark = useRef<HTMLParagraphElement>(null);
  const [told, setTold] = useState('');
  const shouldFocus = useRef(takesFocus);
  useEffect(() => {
    if (shouldFocus.current) mark.current?.focus({ preventScroll: true });
  }, []);
  const isLater = moment > now.readAt;
  const shown = isLater ? now.readAt : moment;
  const markOf = (instant: string): string =>
    t(`replayMark_${now.subject.kind}`, { time: momentTime(instant, tag) });
  const show = (instant: string): void => {
    onMove(instant);
    setTold(markOf(instant < now.readAt ? instant : now.readAt));
  };
  return (
    <section className="moment" aria-label={t('replayTitle')}>
      <p ref={mark} tabIndex={-1} className="moment-mark" title={shown}>
        <strong>{markOf(shown)}</strong> {t('replayNoActs')}
      </p>
      <p className="visually-hidden" role="status">
        {told}
      </p>
      {isLater && <p className="hint">{t('replayLater', { time: momentTime(shown, tag) })}</p>}
      <MomentSlider now={now} moment={moment} onMove={onMove} />
      <div className="moment-acts">
        <MomentField moment={moment} onMove={show} />
        <Button kind="primary" onPress={onLeave}>
          {t('replayNow')}
        </Button>
      </div>
    </section>
  );
}

function MomentSlider({ now, moment, onMove }: SliderProps) {
  const t = useTexts();
  const tag = useTag();
  const id = useId();
  const stops = useMemo(() => sliderStops(now), [now]);
  const stop = findStop(stops, now.timeline, moment);
  const spoken = stopWords(stop, now, t, tag);
  return (
    <div className="field moment-slider">
      <label className="label" htmlFor={id}>
        {t('replaySlider')}
      </label>
      <input
        id={id}
        type="range"
        min={Math.min(0, stop.index)}
        max={stops.length - 1}
        step={1}
        value={stop.index}
        aria-valuetext={spoken}
        onChange={(event) => {
          const asked = stops[Number(event.target.value)];
          if (asked !== undefined) onMove(asked);
        }}
      />
      <span className="hint plain-text">{spoken}</span>
    </div>
  );
}

/** What happened at a stop, in a sentence; the day only where it is not that of the creation. */
function stopWords(
  { at, entries: [first, ...more] }: Stop,
  { createdAt, subject }: OpenCase,
  t: Translate,
  tag: string,
): string {
  if (at === undefined) return t(`replayBefore_${subject.kind}`);
  const day = dayTime(at, tag);
  const time = (day === dayTime(createdAt, tag) ? '' : `${day}, `) + clockTime(at, tag);
  if (first === undefined) return time;
  const told = t('replayStop', { time, words: describeLine(first, t).words });
  return more.length === 0 ? told : told + t('replayMore', { count: more.length });
}
