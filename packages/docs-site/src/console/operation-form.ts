import type { TryOperation, TryParameter } from '@titular/contract/try-operation';
import type { Filled } from './build-request.ts';
import { make } from './dom.ts';

/** The fields of an operation, and how they are read and filled. */
export type OperationForm = {
  elements: HTMLElement[];
  read(): Filled;
  fill(filled: Filled): void;
};

const PLACES = { path: 'In the address', query: 'Query', header: 'Headers' } as const;

const OFF = { autocomplete: 'off', spellcheck: 'false' } as const;

/** The first sentence: the reference has the others. */
const firstSentence = (text: string): string => /^[\s\S]*?\.(?=\s|$)/.exec(text)?.[0] ?? text;

function makeControl(
  { name, isRequired, values }: TryParameter,
  id: string,
): HTMLInputElement | HTMLSelectElement {
  const facts = { id, name, required: isRequired, 'aria-describedby': `${id}-hint` };
  if (!values) return make('input', { ...facts, ...OFF });
  return make(
    'select',
    facts,
    make('option', { value: '' }, '(none)'),
    ...values.map((one) => make('option', {}, one)),
  );
}

function makeField(parameter: TryParameter): {
  field: HTMLElement;
  control: HTMLInputElement | HTMLSelectElement;
} {
  const { name, isRequired, description } = parameter;
  const id = `parameter-${name}`;
  const control = makeControl(parameter, id);
  const label = make('label', { for: id }, make('code', {}, name), isRequired ? ' (required)' : '');
  const hint = make(
    'span',
    { class: 'hint', id: `${id}-hint` },
    firstSentence(description).replaceAll('`', ''),
  );
  return { field: make('p', { class: 'field' }, label, hint, control), control };
}

/** Makes a field for each parameter, by where it goes, and one for the body. */
export function makeForm({ parameters, hasBody }: TryOperation): OperationForm {
  const fields = parameters.map((parameter) => ({ parameter, ...makeField(parameter) }));
  const body = hasBody
    ? make('textarea', { id: 'body', ...OFF, 'aria-describedby': 'body-note' })
    : undefined;
  const parts = (['path', 'query', 'header'] as const).flatMap((place) => {
    const own = fields.filter(({ parameter }) => parameter.in === place).map(({ field }) => field);
    return own.length === 0 ? [] : [make('h3', {}, PLACES[place]), make('div', { class: 'fields' }, ...own)];
  });
  const bodyParts = body
    ? [
        make('h3', {}, make('label', { for: 'body' }, 'Body')),
        body,
        make('p', { class: 'wrong', id: 'body-note' }),
      ]
    : [];
  return {
    elements: [...parts, ...bodyParts],
    read: () => ({
      values: Object.fromEntries(
        fields.map(({ parameter, control }) => [parameter.name, control.value.trim()]),
      ),
      body: body?.value,
    }),
    fill: ({ values, body: text }) => {
      for (const { parameter, control } of fields) control.value = values[parameter.name] ?? '';
      if (body && text !== undefined) body.value = text;
    },
  };
}
