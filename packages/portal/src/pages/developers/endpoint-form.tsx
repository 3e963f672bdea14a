import type { EndpointView } from '@titular/contract';
import { MAX_ENDPOINT_DESCRIPTION_LENGTH, MAX_ENDPOINT_URL_LENGTH } from '@titular/contract/text-bounds';
import { useState } from 'react';
import { CopyCommand } from '../../commands/copy-command.tsx';
import { createEndpointCommand, endpointCommands } from '../../commands/endpoint-commands.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { useRead } from '../../service/queries.ts';
import { useAct } from '../../service/use-act.ts';
import { useDialogForm } from '../../session/kept-form.ts';
import { useRequestKey } from '../../session/request-key.ts';
import { namedCompany, useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { say } from '../../ui/states/toast-store.ts';
import { type DialogProps, endpointForms } from './endpoint-dialog.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { type ChosenTypes, fromTypes, isSameChoice, TypeChoice, toTypes } from './type-choice.tsx';
import { useMaking } from './use-making.ts';

type Draft = { url: string; description: string; eventTypes: ChosenTypes };
type FieldsProps = {
  draft: Draft;
  isChecked: boolean;
  urlError?: string | undefined;
  onChange(draft: Draft): void;
};

/** Whether something is missing, which the fields then say. */
const isIncomplete = ({ url, eventTypes }: Draft): boolean => url.trim() === '' || eventTypes.length === 0;

function Fields({ draft, isChecked, urlError, onChange }: FieldsProps) {
  const t = useTexts();
  return (
    <>
      <Field
        label={t('endpointUrl')}
        value={draft.url}
        onChange={(url) => onChange({ ...draft, url })}
        error={isChecked && draft.url.trim() === '' ? t('required') : urlError}
        maxLength={MAX_ENDPOINT_URL_LENGTH}
        autoComplete="off"
        isRequired
        autoFocus
      />
      <Field
        label={t('endpointDescription')}
        value={draft.description}
        onChange={(description) => onChange({ ...draft, description })}
        maxLength={MAX_ENDPOINT_DESCRIPTION_LENGTH}
        autoComplete="off"
      />
      <TypeChoice
        chosen={draft.eventTypes}
        isInvalid={isChecked && draft.eventTypes.length === 0}
        onChange={(eventTypes) => onChange({ ...draft, eventTypes })}
      />
    </>
  );
}

/** An empty form; `company` is undefined until one is chosen. */
const EMPTY: Draft & { company: string | undefined } = {
  ...{ url: '', description: '', eventTypes: 'all', company: undefined },
};

/** Adds an endpoint of a company, then shows its secret this once. */
export function AddDialog({ onChanged, onClose }: DialogProps) {
  const t = useTexts();
  const { tenantId, company } = useTenant();
  const act = useMaking('createPortalEndpoint', { onChanged, onClose });
  const known = useRead('readPortalTenant', { params: { tenant_id: tenantId } }).data?.companies ?? [];
  const companies = known.filter(({ isActive }) => isActive);
  const form = endpointForms.add(tenantId);
  const [draft, setDraft, endForm] = useDialogForm(form, EMPTY);
  const [isChecked, setChecked] = useState(false);
  const companyId = namedCompany(companies, draft.company ?? company)?.id ?? '';
  const description = draft.description.trim();
  const choice = {
    ...{ url: draft.url.trim(), eventTypes: toTypes(draft.eventTypes) },
    ...(description !== '' && { description }),
  };
  const body = { company: companyId, ...choice };
  const idempotencyKey = useRequestKey(body, form);
  const add = async (): Promise<void> => {
    setChecked(true);
    if (isIncomplete(draft)) return;
    if (await act.make({ params: { tenant_id: tenantId }, body, idempotencyKey })) endForm();
  };
  if (act.made) return <SecretDialog made={act.made} onClose={onClose} />;
  return (
    <Dialog title={t('addEndpoint')} onClose={act.close} isWide>
      <Form onSubmit={add}>
        <Fields draft={draft} isChecked={isChecked} onChange={(next) => setDraft({ ...draft, ...next })} />
        <Select
          label={t('endpointCompany')}
          value={companyId}
          options={companies.map(({ id, name }) => ({ value: id, text: name }))}
          onChange={(chosen) => setDraft({ ...draft, company: chosen })}
        />
        <ActFailure failure={act.failure} />
        <div className="dialog-acts">
          <CopyCommand
            text={
              !isIncomplete(draft) && companyId !== '' && createEndpointCommand(tenantId, companyId, choice)
            }
          />
          <Button onPress={act.close}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={act.isBusy}>
            {t('addEndpoint')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const draftOf = ({ url, description = '', eventTypes }: EndpointView): Draft => ({
  ...{ url, description, eventTypes: fromTypes(eventTypes) },
});

/** Changes address, description and event types; what was left as it was is not sent, so that others' changes stay. */
export function ChangeDialog({ endpoint, onChanged, onClose }: DialogProps & { endpoint: EndpointView }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('changePortalEndpoint');
  const [initial] = useState(() => draftOf(endpoint));
  // What was seen is kept beside what was typed, so that others' changes stay after the lock too.
  const [{ before, draft }, setForm] = useDialogForm(endpointForms.change(endpoint.id), {
    ...{ before: initial, draft: initial },
  });
  const [isChecked, setChecked] = useState(false);
  // Credentials were given for one address, and the page has no field for others.
  const isBound = endpoint.authentication.kind !== 'none' && draft.url.trim() !== before.url;
  const body = {
    ...(draft.url !== before.url && { url: draft.url.trim() }),
    ...(draft.description !== before.description && { description: draft.description.trim() || null }),
    ...(!isSameChoice(draft.eventTypes, before.eventTypes) && { eventTypes: toTypes(draft.eventTypes) }),
  };
  const isSendable = !isIncomplete(draft) && !isBound;
  const change = async (): Promise<void> => {
    setChecked(true);
    if (!isSendable) return;
    const params = { tenant_id: tenantId, endpoint_id: endpoint.id };
    if (!(await act.run({ params, body }))) return;
    onChanged();
    say(t('endpointSwitched'));
    onClose();
  };
  return (
    <Dialog title={t('endpointChange')} onClose={onClose} isHeld={act.isBusy} isWide>
      <Form onSubmit={change}>
        <Fields
          draft={draft}
          isChecked={isChecked}
          urlError={isBound ? t('endpointUrlBound') : undefined}
          onChange={(next) => setForm({ before, draft: next })}
        />
        <ActFailure failure={act.failure} />
        <div className="dialog-acts">
          <CopyCommand
            text={
              isSendable &&
              Object.keys(body).length > 0 &&
              endpointCommands(tenantId, endpoint.id).change(body)
            }
          />
          <Button isDisabled={act.isBusy} onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" kind="primary" isBusy={act.isBusy}>
            {t('endpointChange')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
