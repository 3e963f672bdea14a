import type { CreatedByHand, PortalTenant } from '@titular/contract';
import { MAX_ORDER_NUMBER_LENGTH } from '@titular/contract/text-bounds';
import { type FormEvent, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Unreachable } from '../../../service/failures.ts';
import { queryClient } from '../../../service/queries.ts';
import { useAct } from '../../../service/use-act.ts';
import { useKeptForm } from '../../../session/kept-form.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { actFailureWords } from '../../../ui/states/failure-words.ts';
import { CreateCommand } from './create-command.tsx';
import {
  checkDraft,
  type Draft,
  type DraftErrors,
  type DraftField,
  emptyDraft,
  fieldOfRefusal,
  toRequest,
} from './draft.ts';
import { DraftInput } from './draft-input.tsx';
import { IDENTITY_KINDS } from './identity.ts';

type Company = PortalTenant['companies'][number];
type Props = { apiUrl: string; companies: readonly Company[]; onMade(made: CreatedByHand): void };

/** Currencies that are offered; the API takes every other of ISO 4217 as well. */
const CURRENCIES = ['BRL', 'USD', 'EUR', 'ARS', 'CLP', 'COP', 'MXN', 'PEN', 'UYU'] as const;

function useCreate(companies: readonly Company[], onMade: Props['onMade']) {
  const { tenantId, company } = useTenant();
  const [only] = companies;
  // The filter of the page may name a company that is off, or gone.
  const filtered = companies.find(({ id }) => id === company)?.id;
  const first = filtered ?? (companies.length === 1 ? only?.id : undefined) ?? '';
  const [initial] = useState(() => emptyDraft(first, crypto.randomUUID()));
  const [draft, keep, done] = useKeptForm<Draft>(`create ${tenantId}`, initial);
  const [errors, setErrors] = useState<DraftErrors>({});
  const create = useAct('createByHand');
  const form = useRef<HTMLFormElement>(null);
  const change = (field: DraftField, value: string): void => {
    // Other words are another request: only what is sent again unchanged keeps its key.
    keep({ ...draft, [field]: value, key: crypto.randomUUID() });
    setErrors(({ [field]: _, ...others }) => others);
    if (create.failure !== undefined && !(create.failure instanceof Unreachable)) create.reset();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = checkDraft(draft);
    setErrors(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const request = { params: { tenant_id: tenantId }, body: toRequest(draft), idempotencyKey: draft.key };
    const made = await create.run(request);
    if (!made) return;
    done();
    // The kept list is from before; the next look at it is from now.
    queryClient.removeQueries({ queryKey: ['searchPortalTransactions'] });
    onMade(made);
  };
  return { draft, errors, create, form, change, submit };
}

/** The form, with what is wrong beside each field, whoever found it. */
export function CreateForm({ apiUrl, companies, onMade }: Props) {
  const t = useTexts();
  const { draft, errors, create, form, change, submit } = useCreate(companies, onMade);
  const refused = fieldOfRefusal(create.failure);
  const errorOf = (field: DraftField): string | undefined => {
    const key = errors[field];
    if (key) return t(key);
    return refused === field ? actFailureWords(create.failure, t) : undefined;
  };
  const input = (field: DraftField) => ({
    field,
    value: draft[field],
    error: errorOf(field),
    onChange: (value: string) => change(field, value),
  });
  return (
    <form
      ref={form}
      className="create"
      onSubmit={(event) => void submit(event)}
      noValidate
      autoComplete="off"
    >
      <fieldset className="panel panel-padded">
        <legend>{t('createOrder')}</legend>
        {companies.length > 1 && <CompanyChoice companies={companies} {...input('company')} />}
        <DraftInput
          {...input('orderNumber')}
          label={t('createOrderNumber')}
          maxLength={MAX_ORDER_NUMBER_LENGTH}
        />
        <div className="create-row">
          <DraftInput {...input('value')} label={t('createValue')} maxLength={24} inputMode="text" />
          <Select
            label={t('createCurrency')}
            value={draft.currency}
            options={[
              { value: '', text: t('createCurrencyNone') },
              ...CURRENCIES.map((currency) => ({ value: currency as string, text: currency })),
            ]}
            onChange={(currency) => change('currency', currency)}
          />
        </div>
      </fieldset>
      <fieldset className="panel panel-padded">
        <legend>{t('createPerson')}</legend>
        <div className="create-row">
          <Select
            label={t('createKind')}
            value={draft.kind}
            options={IDENTITY_KINDS.map((kind) => ({ value: kind, text: kind.toUpperCase() }))}
            onChange={(kind) => change('kind', kind)}
          />
          <DraftInput
            {...input('identity')}
            label={t('createIdentity')}
            hint={t('createIdentityHint')}
            maxLength={24}
          />
        </div>
      </fieldset>
      <CardFields input={input} />
      {refused === undefined && <ActFailure failure={create.failure} />}
      <div className="acts">
        <Button kind="primary" type="submit" isBusy={create.isBusy}>
          {t('createAct')}
        </Button>
      </div>
      <CreateCommand apiUrl={apiUrl} draft={draft} />
    </form>
  );
}

type InputOf = (field: DraftField) => {
  field: DraftField;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
};

function CardFields({ input }: { input: InputOf }) {
  const t = useTexts();
  return (
    <fieldset className="panel panel-padded">
      <legend>{t('createCard')}</legend>
      <p className="hint">{t('createCardHint')}</p>
      <div className="create-row">
        <DraftInput {...input('first')} label={t('createFirst')} maxLength={9} inputMode="numeric" />
        <DraftInput {...input('last')} label={t('createLast')} maxLength={4} inputMode="numeric" />
        <DraftInput
          {...input('expiration')}
          label={t('createExpiration')}
          hint={t('createExpirationHint')}
          maxLength={5}
        />
      </div>
      <DraftInput {...input('name')} label={t('createName')} maxLength={100} />
    </fieldset>
  );
}

type ChoiceProps = {
  companies: readonly Company[];
  value: string;
  error: string | undefined;
  onChange(value: string): void;
};

function CompanyChoice({ companies, value, error, onChange }: ChoiceProps) {
  const t = useTexts();
  return (
    <div>
      <Select
        label={t('createCompany')}
        value={value}
        options={[
          { value: '', text: t('createChoose') },
          ...companies.map(({ id, name }) => ({ value: id, text: name })),
        ]}
        onChange={onChange}
      />
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
