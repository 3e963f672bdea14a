import type { StateIdentityRequest } from '@titular/contract/page';
import type { Screen } from '../app.ts';
import { actionButton, actionsOf, el, heading } from '../dom.ts';
import type { MessageKey, Translate } from '../i18n/messages.ts';

/** Why the identity was not taken, as far as the person can do something about it. */
export type IdentityProblem = 'invalid' | 'fixed';

interface IdentityOptions {
  company: string;
  /** What was typed before, when the screen is shown again with a problem. */
  typed: StateIdentityRequest | undefined;
  problem: IdentityProblem | undefined;
  onState: (identity: StateIdentityRequest) => void;
  onBack: () => void;
}

const kinds = ['cpf', 'cnpj'] as const;
const problems: Readonly<Record<IdentityProblem, MessageKey>> = {
  invalid: 'identityInvalid',
  fixed: 'identityFixed',
};

const kindField = (t: Translate, chosen: string): { field: HTMLElement; select: HTMLSelectElement } => {
  const select = el(
    'select',
    { class: 'input', id: 'identity-key' },
    ...kinds.map((kind) =>
      el('option', { value: kind, ...(kind === chosen ? { selected: '' } : {}) }, kind.toUpperCase()),
    ),
  );
  const label = el('label', { class: 'field-label', for: 'identity-key' }, t('identityKind'));
  return { field: el('div', { class: 'field' }, label, select), select };
};

function valueField(t: Translate, { typed, problem }: IdentityOptions) {
  const invalid = problem ? { 'aria-invalid': 'true', 'aria-describedby': 'identity-problem' } : {};
  const input = el('input', {
    class: 'input',
    id: 'identity-value',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    maxlength: '24',
    ...invalid,
  });
  input.value = typed?.value ?? '';
  const label = el('label', { class: 'field-label', for: 'identity-value' }, t('identityValue'));
  const message = problem
    ? el('p', { class: 'field-problem', id: 'identity-problem', role: 'alert' }, t(problems[problem]))
    : undefined;
  return { field: el('div', { class: 'field' }, label, input, message), input };
}

/** Asks under which identity the card is the person's; what is typed goes to the server alone and is kept nowhere on the page. */
export function stateIdentityScreen(options: IdentityOptions): Screen {
  const { company, typed, onState, onBack } = options;
  return (t) => {
    const { field: kind, select } = kindField(t, typed?.key ?? 'cpf');
    const { field: value, input } = valueField(t, options);
    const onPress = () => onState({ key: select.value, value: input.value });
    const submit = actionButton({ action: 'state-identity', label: t('identitySend'), onPress });
    const form = el(
      'form',
      { class: 'form', novalidate: '' },
      kind,
      value,
      actionsOf(submit, actionButton({ action: 'back', label: t('back'), kind: 'quiet', onPress: onBack })),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      submit.click();
    });
    return el(
      'section',
      { class: 'screen screen-identity', 'data-screen': 'identity' },
      heading(t('identityTitle')),
      el('p', { class: 'text' }, t('identityText', { company })),
      form,
    );
  };
}
