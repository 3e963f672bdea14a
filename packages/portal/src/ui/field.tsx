import { type HTMLInputAutoCompleteAttribute, type ReactNode, useState } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
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
  isRequired?: boolean;
  autoFocus?: boolean;
  /** Fixed width letters, for codes. */
  isCode?: boolean;
};

/** A text field with its label above, a hint, and what is wrong below. A password can be shown. */
export function Field({
  label,
  hint,
  error,
  type = 'text',
  inputMode,
  autoComplete,
  isCode,
  ...rest
}: Props) {
  const t = useTexts();
  const [isShown, setShown] = useState(false);
  const input = {
    type: isShown ? 'text' : type,
    className: isCode ? 'input input-code' : 'input',
    spellCheck: false,
    autoCapitalize: 'none',
    autoCorrect: 'off',
    ...(inputMode && { inputMode }),
  };
  return (
    <TextField
      {...rest}
      className="field"
      validationBehavior="aria"
      isInvalid={error !== undefined}
      {...(autoComplete && { autoComplete })}
    >
      <Label className="label">{label}</Label>
      <span className="input-row">
        <Input {...input} />
        {type === 'password' && (
          <button
            type="button"
            className="input-toggle"
            aria-pressed={isShown}
            aria-label={`${t(isShown ? 'hidePassword' : 'showPassword')}: ${label}`}
            onClick={() => setShown(!isShown)}
          >
            {t(isShown ? 'hidePassword' : 'showPassword')}
          </button>
        )}
      </span>
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </TextField>
  );
}
