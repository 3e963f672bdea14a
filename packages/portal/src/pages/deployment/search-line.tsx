import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

type Props = { label: string; maxLength: number; onSearch(text: string): void };

/** A search of the deployment that is sent by Enter, and gone once its field is empty. */
export function SearchLine({ label, maxLength, onSearch }: Props) {
  const [typed, setTyped] = useState('');
  return (
    <Form onSubmit={() => onSearch(typed.trim())}>
      <Field
        label={label}
        type="search"
        value={typed}
        onChange={(next) => {
          setTyped(next);
          if (next === '') onSearch('');
        }}
        maxLength={maxLength}
        autoComplete="off"
      />
    </Form>
  );
}
