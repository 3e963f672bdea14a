import type { PortalSession } from '@titular/contract';
import { useTexts } from '../i18n/use-texts.ts';
import { Door } from '../pages/sign-in/door.tsx';
import { openSession } from '../service/session.ts';
import { Button } from '../ui/button.tsx';
import { SignOutIcon } from '../ui/icons.ts';
import { Prove } from './prove.tsx';
import { signOut } from './sign-out.ts';
import { tellTabs } from './tabs.ts';

/** Stands in the place of the page while it is locked; nothing of the page is behind it. */
export function LockScreen({ session }: { session: PortalSession }) {
  const t = useTexts();
  const unlock = (proved: PortalSession): void => {
    openSession(proved);
    tellTabs('unlocked');
  };
  return (
    <Door title={t('lockTitle')} text={t('lockText')}>
      <p className="who">{t('lockName', { name: session.name })}</p>
      <Prove
        session={session}
        passkeyWords={t('unlockWithPasskey')}
        passwordWords={t('unlock')}
        onProved={unlock}
      />
      <Button kind="quiet" icon={SignOutIcon} onPress={() => void signOut().catch(() => undefined)}>
        {t('signOut')}
      </Button>
    </Door>
  );
}
