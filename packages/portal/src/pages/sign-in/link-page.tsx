import type { Enrolled, InvitationView } from '@titular/contract';
import { useEffect, useState } from 'react';
import { roleKeys } from '../../i18n/role-keys.ts';
import type { Translate } from '../../i18n/texts.ts';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { isRefusal } from '../../service/failures.ts';
import { beginSession } from '../../session/begin-session.ts';
import { tellTabs } from '../../session/tabs.ts';
import { heldFragment, releaseFragment } from '../../start/fragment.ts';
import { Failure } from '../../ui/states/failure.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { absoluteTime } from '../../ui/time-words.ts';
import { KeptCodes } from '../enrolment/kept-codes.tsx';
import { AcceptForm } from './accept-form.tsx';
import { Door } from './door.tsx';

type Read =
  | { kind: 'reading' }
  | { kind: 'view'; view: InvitationView }
  | { kind: 'failed'; failure: unknown };

const titleOf = (view: InvitationView, t: Translate): string => {
  if (view.kind === 'reset') return t('resetTitle');
  if (view.kind === 'operator') return t('operatorInvitationTitle');
  return t('memberInvitationTitle', { tenant: view.tenantName ?? '' });
};

function useInvitation(code: string | undefined): [Read, () => void] {
  const [read, setRead] = useState<Read>({ kind: 'reading' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (code === undefined) return;
    setRead({ kind: 'reading' });
    call('readInvitation', { body: { code } }).then(
      (view) => setRead({ kind: 'view', view }),
      (failure: unknown) => setRead({ kind: 'failed', failure }),
    );
  }, [code, tries]);
  return [read, () => setTries(tries + 1)];
}

/** The page behind a link that was given to somebody: set-up, invitation or recovery. The code is in memory alone. */
export function LinkPage({ onDone }: { onDone(): void }) {
  const t = useTexts();
  const tag = useTag();
  const [code] = useState(heldFragment);
  const [read, retry] = useInvitation(code);
  const [enrolled, setEnrolled] = useState<Enrolled>();
  const finish = ({ session }: Enrolled): void => {
    releaseFragment();
    beginSession(session);
    onDone();
  };
  if (enrolled)
    return (
      <Door title={t('recoveryCodesTitle')} isWide>
        <KeptCodes codes={enrolled.recoveryCodes} act={t('toPortal')} onDone={() => finish(enrolled)} />
      </Door>
    );
  if (code === undefined) return <NoLink text={t('linkCodeMissing')} />;
  if (read.kind === 'reading')
    return (
      <Door title="titular">
        <Skeleton lines={5} />
      </Door>
    );
  if (read.kind === 'failed')
    return isRefusal(read.failure, '40346') ? (
      <NoLink text={t('40346')} />
    ) : (
      <Door title={t('linkInvalidTitle')}>
        <Failure failure={read.failure} onRetry={retry} />
      </Door>
    );
  const { view } = read;
  return (
    <Door
      title={titleOf(view, t)}
      text={t('invitationUntil', { time: absoluteTime(view.expiresAt, tag) })}
      isWide
    >
      <dl className="facts">
        <InvitationFacts view={view} />
      </dl>
      <AcceptForm
        code={code}
        view={view}
        onEnrolled={(next) => {
          // The browser has the new session already, while the codes are still shown.
          tellTabs('unlocked');
          setEnrolled(next);
        }}
      />
    </Door>
  );
}

function NoLink({ text }: { text: string }) {
  const t = useTexts();
  return (
    <Door title={t('linkInvalidTitle')} text={text}>
      <a className="link link-apart" href="/login">
        {t('toSignIn')}
      </a>
    </Door>
  );
}

function InvitationFacts({ view }: { view: InvitationView }) {
  const t = useTexts();
  const { name, meaning } = roleKeys[view.role];
  return (
    <>
      <div>
        <dt>{t('roleLabel')}</dt>
        <dd>
          {t(name)} <span className="hint">{t(meaning)}</span>
        </dd>
      </div>
      {view.companyNames && (
        <div>
          <dt>{t('companiesLabel')}</dt>
          <dd>{view.companyNames.join(', ')}</dd>
        </div>
      )}
    </>
  );
}
