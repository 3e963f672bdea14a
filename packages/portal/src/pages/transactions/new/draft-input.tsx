import { Field } from '../../../ui/field.tsx';
import type { DraftField } from './draft.ts';

type Props = {
  field: DraftField;
  label: string;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
  maxLength: number;
  hint?: string;
  inputMode?: 'text' | 'numeric';
};

/** A field of the draft; browsers neither fill it in nor keep what was typed. */
export const DraftInput = ({ field, ...rest }: Props) => (
  <Field {...rest} name={`draft-${field}`} autoComplete="off" />
);
