import { useEffect, useId, useState } from 'react';
import { isTypedDay, LAST_DAY } from './days.ts';

type Props = {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange(value: string | undefined): void;
};

/**
 * A day, in the browser's own field, which every phone and reader knows. A year comes digit by digit, each with a day of its own: only a whole
 * one is told.
 */
export function DayField({ label, value, min, max, onChange }: Props) {
  const id = useId();
  const shown = value ?? '';
  const [typed, setTyped] = useState(shown);
  useEffect(() => setTyped(shown), [shown]);
  const take = (day: string): void => {
    setTyped(day);
    if (isTypedDay(day)) onChange(day || undefined);
  };
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        className="input"
        value={typed}
        min={min}
        max={max ?? LAST_DAY}
        onChange={(event) => take(event.target.value)}
        onBlur={() => setTyped(shown)}
      />
    </div>
  );
}
