import { NO_VALUE } from '@titular/contract/check-setting';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { shownDecimal, typedDecimal, valueWords } from '../model/setting-words.ts';
import type { ShapeProps } from './setting-control.tsx';

const NUMBER = 'number';

/** A number, or one of the words that stand in its place. */
export function NumberControl(props: ShapeProps<'number'>) {
  const { setting, shape, text, label, hint, error, onChange } = props;
  const t = useTexts();
  const words = [...Object.keys(shape.words ?? {}), ...(shape.hasNone ? [NO_VALUE] : [])];
  const isNumber = !words.includes(text);
  const field = (name: string, said?: string) => (
    <Field
      label={name}
      inputMode={shape.isDecimal ? 'text' : 'numeric'}
      maxLength={16}
      value={shape.isDecimal ? shownDecimal(t, text) : text}
      onChange={(typed) => onChange(shape.isDecimal ? typedDecimal(t, typed) : typed)}
      hint={said}
      error={error}
    />
  );
  if (words.length === 0) return field(label, hint);
  return (
    <div className="setting-modes">
      <Select
        label={label}
        hint={hint}
        value={isNumber ? NUMBER : text}
        options={[
          { value: NUMBER, text: t('settingNumber') },
          ...words.map((word) => ({ value: word, text: valueWords(t, setting, word) })),
        ]}
        onChange={(mode) => onChange(mode === NUMBER ? '' : mode)}
      />
      {isNumber && field(`${label}: ${t('settingNumber')}`)}
    </div>
  );
}
