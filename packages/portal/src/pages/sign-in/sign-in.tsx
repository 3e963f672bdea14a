import type { PortalState } from '@titular/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { knowsPasskeys } from '../../session/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { PasskeyIcon } from '../../ui/icons.ts';
import { ActFailure } from '../../ui/states/failure.tsx';
import { Door } from './door.tsx';
import { NoOperator } from './no-operator.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

const RecoveryForm = lazy(() =>
  import('./recovery-form.tsx').then((module) => ({ default: module.RecoveryForm })),
);

function usePortalState(): PortalState | undefined {
  const [state, setState] = useState<PortalState>();
  useEffect(() => {
    // Without it the sign-in works all the same.
    call('readPortalState').then(setState, () => undefined);
  }, []);
  return state;
}

/** Signs somebody in: passkey first, offered in the field of the name too; then name, password and code; then a recovery code. */
export function SignIn({ hasEnded }: { hasEnded: boolean }) {
  const t = useTexts();
  const state = usePortalState();
  const [way, setWay] = useState<'usual' | 'recovery'>('usual');
  if (state?.needsSetup) return <NoOperator />;
  if (way === 'recovery')
    return (
      <Suspense>
        <RecoveryForm onBack={() => setWay('usual')} />
      </Suspense>
    );
  return (
    <Door title={t('signInTitle')} text={hasEnded ? t('sessionEnded') : t('signInIntro')}>
      {state?.environment === 'test' && <p className="door-test">{t('testMeaning')}</p>}
      <PasskeyPart />
      {state?.provider !== undefined && <ProviderSignIn name={state.provider} />}
      <PasswordForm />
      <div className="door-foot">
        <Button kind="quiet" onPress={() => setWay('recovery')}>
          {t('useRecoveryCode')}
        </Button>
      </div>
    </Door>
  );
}

function PasskeyPart() {
  const t = useTexts();
  const { isBusy, isDismissed, failure, start } = usePasskeySignIn();
  if (!knowsPasskeys()) return <p className="hint">{t('noPasskeysHere')}</p>;
  return (
    <>
      <div>
        <Button kind="primary" icon={PasskeyIcon} isWide isBusy={isBusy} onPress={start}>
          {t('signInWithPasskey')}
        </Button>
        <p className="hint centered">{t('passkeyHint')}</p>
      </div>
      {isDismissed && <p role="status">{t('passkeyDismissed')}</p>}
      <ActFailure failure={failure} />
      <p className="divider">{t('otherWay')}</p>
    </>
  );
}
