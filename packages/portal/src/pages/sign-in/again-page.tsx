import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { Button } from '../../ui/button.tsx';
import { KeyIcon } from '../../ui/icons.ts';
import { ActFailure } from '../../ui/states/failure.tsx';
import { Door } from './door.tsx';
import { readSession } from './read-session.ts';

/** Leaves for the provider in the tab that was opened for it. */
async function leave(): Promise<void> {
  await readSession();
  const { url } = await call('startProviderAuthentication');
  window.location.replace(url);
}

/** The page from which one leaves for the identity provider to confirm an act. It waits for a press: any website can send a browser here. */
export function AgainPage() {
  const t = useTexts();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const press = (): void => {
    setBusy(true);
    setFailure(undefined);
    leave().catch((error: unknown) => {
      setBusy(false);
      setFailure(error);
    });
  };
  return (
    <Door title={t('againTitle')} text={t('againText')}>
      <ActFailure failure={failure} />
      <Button kind="primary" icon={KeyIcon} isWide autoFocus isBusy={isBusy} onPress={press}>
        {t('againLeave')}
      </Button>
    </Door>
  );
}
