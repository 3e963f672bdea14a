import { type HTMLInputAutoCompleteAttribute, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';

type Props = {
  label: string;
  value: string;
  onChange(value: string): void;
  hint?: ReactNode;
  /** What is wrong with it; said with the field. */
  error?: string | undefined;
  type?: 'text' | 'password' | 'search';
  inputMode?: 'text' | 'numeric' | 'search';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  name?: string;
  maxLength?: number;
  autoFocus?: boolean;
  /** Cannot be sent empty. */
  isRequired?: boolean;
  /** Fixed width letters, for codes. */
  isCode?: boolean;
};

/** A text field with its label above, a hint, and what is wrong below. A password can be shown. */
export function Field(props: Props) {
  const { label, value, onChange, hint, error, type = 'text', isCode, isRequired = false, ...rest } = props;
  const id = useId();
  const [isShown, setShown] = useState(false);
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(
    Boolean,
  );
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <span className="input-row">
        <input
          {...rest}
          id={id}
          type={isShown ? 'text' : type}
          className={isCode ? 'input input-code' : 'input'}
          value={value}
          required={isRequired}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described.join(' ') || undefined}
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
        />
        {type === 'password' && (
          <ShowToggle label={label} isShown={isShown} onToggle={() => setShown(!isShown)} />
        )}
      </span>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

type NotesProps = { id: string; hint?: ReactNode; error?: ReactNode };

/** What stands below the control of a field: its hint and its error, by whose ids the control names them. */
export const FieldNotes = ({ id, hint, error }: NotesProps) => (
  <>
    {hint && (
      <span id={`${id}-hint`} className="hint">
        {hint}
      </span>
    )}
    {error !== undefined && (
      <span id={`${id}-error`} className="field-error">
        {error}
      </span>
    )}
  </>
);

function ShowToggle({ label, isShown, onToggle }: { label: string; isShown: boolean; onToggle(): void }) {
  const t = useTexts();
  const words = t(isShown ? 'hidePassword' : 'showPassword');
  return (
    <button type="button" className="input-toggle" aria-label={`${words}: ${label}`} onClick={onToggle}>
      {words}
    </button>
  );
}
