import type { PortalSession, Proof } from '@titular/contract';
import { PROVIDER_AGAIN_PATH } from '@titular/contract/provider-return';
import { MAX_PASSWORD_LENGTH } from '@titular/contract/text-bounds';
import { useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { call } from '../service/call.ts';
import { useAct } from '../service/use-act.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { KeyIcon, PasskeyIcon } from '../ui/icons.ts';
import { ActFailure } from '../ui/states/failure.tsx';
import { isTotpCode } from './code-form.ts';
import { askForPasskey, knowsPasskeys, wasDismissed } from './passkeys.ts';

type Props = {
  session: PortalSession;
  passkeyWords: string;
  passwordWords: string;
  onProved(session: PortalSession): void;
};

/** Asks the person of a session to authenticate again: by passkey where they have one, else by password and code. */
export function Prove({ session, passkeyWords, passwordWords, onProved }: Props) {
  const t = useTexts();
  const act = useAct('authenticateAgain');
  const { hasPasskey, hasPassword, provider } = session.factors;
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const [isDismissed, setDismissed] = useState(false);
  const canPasskey = hasPasskey && knowsPasskeys();

  const prove = async (proof: Proof): Promise<void> => {
    const proved = await act.run({ body: proof });
    if (proved) onProved(proved);
  };
  const usePasskey = async (): Promise<void> => {
    setAsking(true);
    setFault(undefined);
    setDismissed(false);
    try {
      const { options } = await call('startAuthentication');
      await prove({ passkey: await askForPasskey(options) });
    } catch (failure) {
      if (wasDismissed(failure)) setDismissed(true);
      else setFault(failure);
    } finally {
      setAsking(false);
    }
  };

  return (
    <div className="prove">
      {canPasskey && (
        <Button
          kind="primary"
          icon={PasskeyIcon}
          isWide
          autoFocus
          isBusy={isAsking}
          onPress={() => void usePasskey()}
        >
          {passkeyWords}
        </Button>
      )}
      {isDismissed && (
        <p className="hint" role="status">
          {t('passkeyDismissed')}
        </p>
      )}
      {canPasskey && hasPassword && <p className="divider">{t('otherWay')}</p>}
      {hasPassword && (
        <ProvePassword
          words={passwordWords}
          isFirst={!canPasskey}
          isBusy={act.isBusy}
          onSend={(proof) => void prove(proof)}
        />
      )}
      {provider !== undefined && <ProveElsewhere name={provider} />}
      {!canPasskey && !hasPassword && provider === undefined && <p className="hint">{t('noPasskeysHere')}</p>}
      <ActFailure failure={fault ?? act.failure} />
    </div>
  );
}

type PasswordProps = { words: string; isFirst: boolean; isBusy: boolean; onSend(proof: Proof): void };

function ProvePassword({ words, isFirst, isBusy, onSend }: PasswordProps) {
  const t = useTexts();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const submit = (): void => {
    setChecked(true);
    if (password !== '' && isTotpCode(code)) onSend({ password, code: code.trim() });
  };
  return (
    <Form onSubmit={submit}>
      <Field
        label={t('passwordLabel')}
        type="password"
        autoComplete="current-password"
        maxLength={MAX_PASSWORD_LENGTH}
        value={password}
        onChange={setPassword}
        autoFocus={isFirst}
        error={isChecked && password === '' ? t('required') : undefined}
      />
      <Field
        label={t('codeLabel')}
        hint={t('codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        isCode
        value={code}
        onChange={setCode}
        error={isChecked && !isTotpCode(code) ? t('codeForm') : undefined}
      />
      <Button type="submit" kind={isFirst ? 'primary' : 'plain'} isWide isBusy={isBusy}>
        {words}
      </Button>
    </Form>
  );
}

/** Opens the identity provider in a tab of its own, so that nothing unsent here is lost; that tab tells this one. */
function ProveElsewhere({ name }: { name: string }) {
  const t = useTexts();
  return (
    <>
      <Button
        icon={KeyIcon}
        isWide
        onPress={() => void window.open(PROVIDER_AGAIN_PATH, '_blank', 'noopener')}
      >
        {t('proveWithProvider', { name })}
      </Button>
      <p className="hint">{t('proveInTab', { name })}</p>
    </>
  );
}
