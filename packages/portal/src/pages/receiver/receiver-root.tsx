import { QueryClientProvider } from '@tanstack/react-query';
import type { ReceiverSession } from '@titular/contract';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { readAfter } from '../../service/after-acts/read-after-failure.ts';
import { call, onFailure } from '../../service/call.ts';
import { isRefusal } from '../../service/failures.ts';
import { queryClient } from '../../service/queries.ts';
import { askForSession } from '../../service/retry.ts';
import { endReceiverPage, openReceiver, receiverStore } from '../../service/session.ts';
import { useStore } from '../../service/store.ts';
import { useTask } from '../../service/use-task.ts';
import { listenForShortcuts } from '../../shortcuts/shortcuts.ts';
import { heldFragment, releaseFragment } from '../../start/fragment.ts';
import { Button } from '../../ui/button.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Door } from '../sign-in/door.tsx';
import { ReceiverPage } from './receiver-page.tsx';

onFailure(readAfter);

/** Asks for the session that the browser has, until it is known. */
async function readSession(): Promise<void> {
  const session = await askForSession(() => call('readReceiverSession'));
  if (session) openReceiver(session);
  else endReceiverPage();
}

/** The page of a receiver: the press that opens a link, what it opened, or that there is neither. */
export function ReceiverRoot() {
  const t = useTexts();
  const state = useStore(receiverStore);
  const [code, setCode] = useState(heldFragment);
  useEffect(listenForShortcuts, []);
  useEffect(() => {
    if (code === undefined && receiverStore.read().kind === 'unknown') void readSession();
  }, [code]);
  const leaveLink = (): void => {
    releaseFragment();
    setCode(undefined);
  };
  if (code !== undefined) return <OpenLink code={code} onOpened={leaveLink} />;
  if (state.kind === 'unknown')
    return (
      <Door title="titular">
        <Skeleton lines={5} />
      </Door>
    );
  if (state.kind === 'none')
    return (
      <Door
        title={t(state.hasEnded ? 'receiverEndedTitle' : 'receiverNoneTitle')}
        text={t(state.hasEnded ? 'receiverEndedText' : 'receiverNoneText')}
      />
    );
  return (
    <QueryClientProvider client={queryClient}>
      <ReceiverPage key={state.session.csrf} session={state.session} />
    </QueryClientProvider>
  );
}

/** What stands behind a link: it is used up by a press and by nothing that merely fetches it. */
function OpenLink({ code, onOpened }: { code: string; onOpened(): void }) {
  const t = useTexts();
  const { isBusy, failure, run } = useTask(() => call('openReceiverLink', { body: { code } }));
  const open = async (): Promise<void> => {
    const session = await run();
    if (!session) return;
    openReceiver(session);
    onOpened();
  };
  if (isRefusal(failure, '40346')) return <InvalidLink onLeave={onOpened} />;
  return (
    <Door title={t('receiverLinkTitle')} text={t('receiverLinkText')}>
      <ActFailure failure={failure} />
      <Button kind="primary" isWide isBusy={isBusy} onPress={() => void open()}>
        {t('receiverOpen')}
      </Button>
    </Door>
  );
}

/** A link that opens nothing more: why that may be, and what helps. Whoever has a session in this browser goes on with it. */
function InvalidLink({ onLeave }: { onLeave(): void }) {
  const t = useTexts();
  const [session, setSession] = useState<ReceiverSession>();
  useEffect(() => void call('readReceiverSession').then(setSession, () => undefined), []);
  const goOn = (open: ReceiverSession): void => {
    openReceiver(open);
    onLeave();
  };
  return (
    <Door title={t('linkInvalidTitle')}>
      <dl className="receiver-reasons">
        <dt>{t('receiverUsed')}</dt>
        <dd>{t(session ? 'receiverUsedHereText' : 'receiverUsedText')}</dd>
        <dt>{t('receiverOver')}</dt>
        <dd>{t('receiverOverText')}</dd>
      </dl>
      {session && (
        <Button isWide onPress={() => goOn(session)}>
          {t('receiverGoOn')}
        </Button>
      )}
    </Door>
  );
}
