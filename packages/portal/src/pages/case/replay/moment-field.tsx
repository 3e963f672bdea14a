import { useEffect, useId, useState } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldNotes } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { zoneName } from '../../../ui/time-words.ts';
import { fromFieldValue, instantsOf, toFieldValue } from './instant.ts';

type Props = { moment: string; onMove(instant: string): void };

/** Whether a field that somebody typed shows the moment; seconds that are zero may be absent. */
function isFieldOf(moment: string, typed = ''): boolean {
  const meant = fromFieldValue(typed);
  return meant !== undefined && toFieldValue(meant) === toFieldValue(moment);
}

/** A moment as day and time; it moves with its button alone, since a date on the way to being typed is another one. */
export function MomentField({ moment, onMove }: Props) {
  const t = useTexts();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped((known) => (isFieldOf(moment, known) ? known : undefined));
    setWrong(false);
  }, [moment]);
  const show = (): void => {
    if (typed === undefined) return;
    const asked = fromFieldValue(typed);
    setWrong(asked === undefined);
    if (asked !== undefined) onMove(asked);
  };
  return (
    <Form onSubmit={show}>
      <div className="field">
        <label className="label" htmlFor={id}>
          {t('replayTime')}
        </label>
        <div className="moment-row">
          <input
            id={id}
            type="datetime-local"
            className="input"
            step={1}
            value={typed ?? toFieldValue(moment)}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}-error` : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit">{t('replayGo')}</Button>
        </div>
        <FieldNotes id={id} error={isWrong ? t('replayTimeWrong') : undefined} />
        {(typed === undefined || isFieldOf(moment, typed)) && <TwiceChoice moment={moment} onMove={onMove} />}
      </div>
    </Form>
  );
}

/** Which of the two instants is shown, where clocks were set back and the field alone does not say it. */
function TwiceChoice({ moment, onMove }: Props) {
  const t = useTexts();
  const tag = useTag();
  const both = instantsOf(moment);
  if (!both) return null;
  return (
    <fieldset className="chips plain-set">
      <legend className="hint">{t('replayTwice')}</legend>
      {both.map((one, index) => (
        <button
          key={one}
          type="button"
          className="chip"
          aria-pressed={one === moment}
          onClick={() => onMove(one)}
        >
          {t(index === 0 ? 'replayFirst' : 'replaySecond', { zone: zoneName(one, tag) })}
        </button>
      ))}
    </fieldset>
  );
}
