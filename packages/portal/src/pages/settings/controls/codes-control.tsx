import { NO_VALUE } from '@titular/contract/check-setting';
import { Checkbox } from 'react-aria-components/Checkbox';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { Label } from 'react-aria-components/Label';
import { useTexts } from '../../../i18n/use-texts.ts';
import { CheckIcon } from '../../../ui/icons.ts';
import { Select } from '../../../ui/select.tsx';
import { codeWords, valueWords } from '../model/setting-words.ts';
import type { ShapeProps } from './setting-control.tsx';

const CHOSEN = 'chosen';

/** Any of some codes as boxes, or the default of whatever decides it. */
export function CodesControl({ setting, shape, text, label, hint, onChange }: ShapeProps<'codes'>) {
  const t = useTexts();
  const isNone = shape.hasNone === true && text === NO_VALUE;
  const chosen = isNone || text === '' ? [] : text.split(',');
  // In the order of the table, so that the same choice is the same text.
  const choose = (marked: readonly string[]): void =>
    onChange(shape.options.filter((code) => marked.includes(code)).join(','));
  const boxes = (
    <CheckboxGroup className="choices setting-codes" value={chosen} onChange={choose}>
      <Label className={shape.hasNone ? 'visually-hidden' : 'label'}>{label}</Label>
      {shape.options.map((code) => (
        <Checkbox key={code} value={code} className="checkbox">
          <span className="checkbox-box">
            <CheckIcon className="icon" aria-hidden />
          </span>
          <span>
            {codeWords(t, code)} <code className="hint mono">{code}</code>
          </span>
        </Checkbox>
      ))}
      {!shape.hasNone && <span className="hint">{hint}</span>}
    </CheckboxGroup>
  );
  if (!shape.hasNone) return boxes;
  return (
    <div className="setting-modes">
      <Select
        label={label}
        hint={hint}
        value={isNone ? NO_VALUE : CHOSEN}
        options={[
          { value: NO_VALUE, text: valueWords(t, setting, NO_VALUE) },
          { value: CHOSEN, text: t('settingChosen') },
        ]}
        onChange={(mode) => onChange(mode === NO_VALUE ? NO_VALUE : '')}
      />
      {!isNone && boxes}
    </div>
  );
}
