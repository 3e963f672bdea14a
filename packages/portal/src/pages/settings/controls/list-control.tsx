import { useId, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { FieldNotes } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { valueWords } from '../model/setting-words.ts';
import type { ShapeProps } from './setting-control.tsx';

const LISTED = 'listed';

/** The text of a setting from what stands in lines; empty lines mean nothing. */
const toText = (lines: string): string =>
  lines
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(',');

const toLines = (text: string): string => text.replaceAll(',', '\n');

/** A list with one thing in each line, or one of the words that stand by themselves. */
export function ListControl({ setting, shape, text, label, hint, error, onChange }: ShapeProps<'list'>) {
  const t = useTexts();
  const { alone = [] } = shape;
  const isAlone = alone.includes(text);
  const lines = <Lines text={isAlone ? '' : text} error={error} onChange={onChange} />;
  if (alone.length === 0)
    return <Lines text={text} label={label} hint={hint} error={error} onChange={onChange} />;
  return (
    <div className="setting-modes">
      <Select
        label={label}
        hint={hint}
        value={isAlone ? text : LISTED}
        options={[
          { value: LISTED, text: t('settingListed') },
          ...alone.map((word) => ({ value: word, text: valueWords(t, setting, word) })),
        ]}
        onChange={(mode) => onChange(mode === LISTED ? '' : mode)}
      />
      {!isAlone && lines}
    </div>
  );
}

type LinesProps = {
  text: string;
  /** Without one, readers hear that it is the list. */
  label?: string;
  hint?: string;
  error: string | undefined;
  onChange(text: string): void;
};

function Lines({ text, label, hint, error, onChange }: LinesProps) {
  const t = useTexts();
  const id = useId();
  // What was typed last, while it still means the text: an empty line at its end stays until it is filled.
  const [typed, setTyped] = useState(() => toLines(text));
  const shown = toText(typed) === text ? typed : toLines(text);
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(
    Boolean,
  );
  return (
    <div className="field">
      <label className={label === undefined ? 'visually-hidden' : 'label'} htmlFor={id}>
        {label ?? t('settingListed')}
      </label>
      <textarea
        id={id}
        className="input setting-lines"
        rows={Math.min(8, Math.max(2, shown.split('\n').length))}
        value={shown}
        spellCheck={false}
        autoCapitalize="none"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={described.join(' ') || undefined}
        onChange={({ target: { value } }) => {
          setTyped(value);
          onChange(toText(value));
        }}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
