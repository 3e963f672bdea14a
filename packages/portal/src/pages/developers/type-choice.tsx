import type { EventType } from '@titular/contract';
import { Fragment } from 'react';
import { Checkbox } from 'react-aria-components/Checkbox';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { useTexts } from '../../i18n/use-texts.ts';
import { CheckIcon } from '../../ui/icons.ts';
import { eventTypes, parseEventType } from '../../words/event-types.ts';

/** Types that an endpoint is to be told: all, future ones too, or some. */
export type ChosenTypes = 'all' | readonly EventType[];

/** The types of an endpoint, of which none stands for all. */
export const fromTypes = (types: readonly EventType[]): ChosenTypes => (types.length === 0 ? 'all' : types);
/** The same as the endpoint keeps it. */
export const toTypes = (chosen: ChosenTypes): EventType[] => (chosen === 'all' ? [] : [...chosen]);

/** Whether two choices are the same, in whatever order they were made. */
export const isSameChoice = (one: ChosenTypes, other: ChosenTypes): boolean =>
  toTypes(one).toSorted().join() === toTypes(other).toSorted().join();

const ALL = 'all';

/** What is chosen after a press: all, or some; a type chosen after all narrows to it. */
const toChosen = (before: ChosenTypes, marked: readonly string[]): ChosenTypes =>
  marked.includes(ALL) && before !== ALL ? ALL : marked.flatMap((one) => parseEventType(one) ?? []);

type Props = { chosen: ChosenTypes; isInvalid: boolean; onChange(chosen: ChosenTypes): void };

/** Asks which types of events an endpoint is told. */
export function TypeChoice({ chosen, isInvalid, onChange }: Props) {
  const t = useTexts();
  return (
    <CheckboxGroup
      className="choices"
      value={chosen === ALL ? [ALL] : [...chosen]}
      onChange={(marked) => onChange(toChosen(chosen, marked))}
      isInvalid={isInvalid}
      validationBehavior="aria"
    >
      <Label className="label">{t('chosenTypes')}</Label>
      <Box value={ALL} words={t('everyType')} />
      {eventTypes.map((type) => (
        <Fragment key={type}>
          <Box value={type} words={t(`event_${type}`)} />
          {type === 'transaction.changed' && chosen.includes(type) && (
            <p className="hint">{t('changedTypeHint')}</p>
          )}
        </Fragment>
      ))}
      <FieldError className="field-error">{t('chooseTypes')}</FieldError>
    </CheckboxGroup>
  );
}

const Box = ({ value, words }: { value: string; words: string }) => (
  <Checkbox value={value} className="checkbox">
    <span className="checkbox-box">
      <CheckIcon className="icon" aria-hidden />
    </span>
    {words}
  </Checkbox>
);
