import type { Enrolled, InvitationView } from '@titular/contract';
import { MAX_USER_NAME_LENGTH } from '@titular/contract/text-bounds';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { isRefusal } from '../../service/failures.ts';
import { useAct } from '../../service/use-act.ts';
import { isUserName } from '../../session/code-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { KeyIcon } from '../../ui/icons.ts';
import { ActFailure } from '../../ui/states/failure.tsx';
import { EnrolForm } from '../enrolment/enrol-form.tsx';
import type { Enrolment } from '../enrolment/enrolment.ts';

type Props = { code: string; view: InvitationView; onEnrolled(enrolled: Enrolled): void };

/** Takes an invitation: a name, and the first way to sign in. Who is reset keeps their name. */
export function AcceptForm({ code, view, onEnrolled }: Props) {
  const t = useTexts();
  const isReset = view.kind === 'reset' && view.name !== undefined;
  const [typed, setName] = useState(view.name ?? '');
  const [isChecked, setChecked] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const name = isReset ? (view.name ?? '') : typed.trim();

  /** The refusal of a name belongs to its field; the others to the form below. */
  const watched = async <T,>(step: Promise<T>): Promise<T> => {
    setTaken(false);
    return step.catch((failure: unknown) => {
      setTaken(isRefusal(failure, '40076'));
      throw failure;
    });
  };
  const enrolment: Enrolment = {
    startPasskey: async () =>
      (await watched(call('startPasskeyEnrolment', { body: { code, name } }))).options,
    startTotp: () => watched(call('startTotpEnrolment', { body: { code, name } })),
    finish: async (authenticator) =>
      onEnrolled(await watched(call('acceptInvitation', { body: { code, name, authenticator } }))),
  };
  const isReady = (): boolean => {
    setChecked(true);
    return isUserName(name);
  };
  const error = isChecked && !isUserName(name) ? t('nameForm') : isTaken ? t('40076') : undefined;
  return (
    <>
      {isReset ? (
        <p className="who">{name}</p>
      ) : (
        <Field
          label={t('yourName')}
          hint={t('yourNameHint')}
          name="username"
          autoComplete="username"
          maxLength={MAX_USER_NAME_LENGTH}
          value={typed}
          onChange={setName}
          error={error}
        />
      )}
      {view.provider !== undefined && (
        <AcceptWithProvider provider={view.provider} {...{ code, name, isReady }} />
      )}
      <EnrolForm enrolment={enrolment} isReady={isReady} />
    </>
  );
}

type ProviderProps = { provider: string; code: string; name: string; isReady(): boolean };

/** Leaves for the identity provider with the invitation; its identity then opens the account. */
function AcceptWithProvider({ provider, code, name, isReady }: ProviderProps) {
  const t = useTexts();
  const act = useAct('startProviderEnrolment');
  const leave = async (): Promise<void> => {
    if (!isReady()) return;
    const visit = await act.run({ body: { code, name } });
    if (visit) window.location.assign(visit.url);
  };
  return (
    <>
      <Button icon={KeyIcon} isWide isBusy={act.isBusy} onPress={() => void leave()}>
        {t('acceptWithProvider', { name: provider })}
      </Button>
      <ActFailure failure={act.failure} />
      <p className="divider">{t('otherWay')}</p>
    </>
  );
}
