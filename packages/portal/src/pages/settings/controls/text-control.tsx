import { NO_VALUE } from '@titular/contract/check-setting';
import { MAX_SETTING_LENGTH } from '@titular/contract/text-bounds';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Field } from '../../../ui/field.tsx';
import { shownDecimal, typedDecimal } from '../model/setting-words.ts';
import type { ShapeProps } from './setting-control.tsx';

const COLOUR = /^#[0-9a-f]{6}$/i;
/** What the picker shows while there is no colour. */
const NO_COLOUR = '#808080';

/** One text; empty stands for no value. A colour has a picker beside it. */
export function TextControl({ shape, text, label, hint, error, onChange }: ShapeProps<'text'>) {
  const t = useTexts();
  const isAmount = shape.form === 'amount';
  const own = isAmount ? shownDecimal(t, text) : text;
  const shown = shape.hasNone && text === NO_VALUE ? '' : own;
  const change = (typed: string): void => {
    const entered = isAmount ? typedDecimal(t, typed) : typed;
    onChange(shape.hasNone && entered === '' ? NO_VALUE : entered);
  };
  const field = (
    <Field
      label={label}
      hint={hint}
      error={error}
      value={shown}
      maxLength={MAX_SETTING_LENGTH}
      onChange={change}
    />
  );
  if (shape.form !== 'colour') return field;
  return (
    <div className="setting-colour">
      {field}
      <input
        type="color"
        className="setting-picker"
        aria-label={`${t('settingPick')}: ${label}`}
        value={COLOUR.test(shown) ? shown.toLowerCase() : NO_COLOUR}
        onChange={({ target: { value } }) => change(value)}
      />
    </div>
  );
}
