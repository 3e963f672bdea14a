import { PROVIDER_AGAIN_PATH, type ProviderPurpose } from '@titular/contract/provider-return';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { tellTabs } from '../../session/tabs.ts';
import { purposeOf, takeReturn } from '../../start/provider-return.ts';
import { ActFailure } from '../../ui/states/failure.tsx';
import { AgainPage } from './again-page.tsx';
import { Door } from './door.tsx';
import { readSession } from './read-session.ts';

const here = (path: string): void => window.location.replace(path);

/** What becomes of a return, by what the visit was for; a document of its own then shows the page. */
const ends: Readonly<Record<ProviderPurpose, (query: string) => Promise<void>>> = {
  'sign-in': async (query) => here((await call('signInWithProvider', { body: { query } })).path),
  invitation: async (query) => {
    await call('acceptInvitationByProvider', { body: { query } });
    here('/');
  },
  link: async (query) => {
    await readSession();
    await call('linkProvider', { body: { query } });
    here('/me');
  },
  again: async (query) => {
    await readSession();
    await call('authenticateWithProvider', { body: { query } });
    tellTabs('unlocked');
  },
};

/** Where one begins again after a visit that came to nothing. */
const beginnings: Readonly<Record<ProviderPurpose, string>> = {
  'sign-in': '/login',
  invitation: '/login',
  link: '/me',
  again: PROVIDER_AGAIN_PATH,
};

// Read once: an answer is good once, and effects may run twice.
const query = takeReturn();
const purpose = query === undefined ? undefined : purposeOf(query);

async function act(): Promise<void> {
  if (query === undefined || purpose === undefined) return here('/');
  return ends[purpose](query);
}

let acting: Promise<void> | undefined;

/** The page to which the identity provider sends a browser back, and the one from which a tab of its own leaves for it. */
export const ReturnPage = () =>
  window.location.pathname === PROVIDER_AGAIN_PATH ? <AgainPage /> : <ReturnedPage />;

function ReturnedPage() {
  const t = useTexts();
  const [failure, setFailure] = useState<unknown>();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    acting ??= act();
    acting.then(() => setDone(purpose === 'again'), setFailure);
  }, []);
  if (failure !== undefined)
    return (
      <Door title={t('returnFailed')}>
        <ActFailure failure={failure} />
        <a className="link link-apart" href={purpose === undefined ? '/' : beginnings[purpose]}>
          {t('beginAgain')}
        </a>
      </Door>
    );
  if (isDone) return <Door title={t('againDone')} text={t('againDoneText')} />;
  return <Door title={t('returnTitle')} text={t('returnText')} />;
}
