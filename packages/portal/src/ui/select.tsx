import { useId } from 'react';
import { ChevronIcon } from './icons.ts';

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; text: string; isDisabled?: boolean }[];
  onChange(value: Value): void;
  hint?: string | undefined;
  /** Names it to readers alone, where its place says what it is. */
  isLabelHidden?: boolean;
};

/** A choice of one; the browser's own, which every phone and reader knows. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  hint,
  isLabelHidden,
}: Props<Value>) {
  const id = useId();
  const chosen = (text: string): Value | undefined => options.find((option) => option.value === text)?.value;
  return (
    <div className="field">
      <label className={isLabelHidden ? 'visually-hidden' : 'label'} htmlFor={id}>
        {label}
      </label>
      <span className="select">
        <select
          id={id}
          className="input"
          value={value}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(chosen(event.target.value) ?? value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.text}
            </option>
          ))}
        </select>
        <ChevronIcon className="icon" aria-hidden />
      </span>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
