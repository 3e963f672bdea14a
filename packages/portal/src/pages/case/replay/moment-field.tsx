import { useEffect, useId, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldNotes } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { fromFieldValue, toFieldValue } from './instant.ts';

type Props = { moment: string; onMove(instant: string): void };

/** A moment as day and time; it moves with its button alone, since a date on the way to being typed is another one. */
export function MomentField({ moment, onMove }: Props) {
  const t = useTexts();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped((known) => (fromFieldValue(known ?? '') === moment ? known : undefined));
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
      </div>
    </Form>
  );
}
