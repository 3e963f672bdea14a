import type { PortalSession } from '@titular/contract';
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { openSession } from '../service/session.ts';
import type { StepUp } from '../service/step-up.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Prove } from './prove.tsx';

/** Asks for a fresh authentication in the middle of an act, which then goes on by itself. */
export function StepUpDialog({ session, asked }: { session: PortalSession; asked: StepUp }) {
  const t = useTexts();
  const { freshUntil } = session;
  const [before] = useState(freshUntil);
  // Another tab authenticated.
  useEffect(() => {
    if (freshUntil > before) asked.proved();
  }, [freshUntil, before, asked]);
  const finish = (proved: PortalSession): void => {
    openSession(proved);
    asked.proved();
  };
  return (
    <Dialog title={t('stepUpTitle')} onClose={asked.cancel}>
      <p className="hint">{t('stepUpText')}</p>
      <Prove
        session={session}
        passkeyWords={t('confirmWithPasskey')}
        passwordWords={t('confirm')}
        onProved={finish}
      />
    </Dialog>
  );
}
