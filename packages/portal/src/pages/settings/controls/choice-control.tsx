import { Checkbox } from 'react-aria-components/Checkbox';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useSession } from '../../../shell/use-session.ts';
import { CheckIcon } from '../../../ui/icons.ts';
import { Select } from '../../../ui/select.tsx';
import { optionWords } from '../model/setting-words.ts';
import type { ShapeProps } from './setting-control.tsx';

/** One of some words, each with its code; what production takes only knowingly has a box to tick. */
export function ChoiceControl(props: ShapeProps<'choice'>) {
  const { setting, shape, text, label, hint, error, onChange } = props;
  const t = useTexts();
  const { environment } = useSession();
  const { accepted } = shape;
  const whole = accepted && `${accepted.value}:${accepted.words}`;
  const isAccepted = text === whole;
  const asks =
    environment === 'production' && (isAccepted || (text === accepted?.value && error !== undefined));
  return (
    <div className="setting-modes">
      <Select
        label={label}
        hint={hint}
        value={isAccepted ? (accepted?.value ?? text) : text}
        options={shape.options.map((option) => ({
          value: option,
          text: `${optionWords(t, setting, option)} (${option})`,
        }))}
        onChange={onChange}
      />
      {asks && accepted && (
        <Checkbox
          className="checkbox"
          isSelected={isAccepted}
          isInvalid={!isAccepted}
          onChange={(isKnown) => onChange(isKnown && whole ? whole : accepted.value)}
        >
          <span className="checkbox-box">
            <CheckIcon className="icon" aria-hidden />
          </span>
          {t('settingAccept')}
        </Checkbox>
      )}
      {error !== undefined && <span className="field-error">{error}</span>}
    </div>
  );
}
