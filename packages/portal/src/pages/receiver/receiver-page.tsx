import '../../style/frame.css';
import '../../style/content.css';
import '../../style/overlays.css';
import '../case/case-parts.css';
import '../case/case.css';
import '../../lists/lists.css';
import '../developers/developers.css';
import './receiver.css';
import type { ReceiverSession } from '@titular/contract';
import { useState } from 'react';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { endReceiverPage } from '../../service/session.ts';
import { useTask } from '../../service/use-task.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { SignOutIcon } from '../../ui/icons.ts';
import { Logo } from '../../ui/logo.tsx';
import { ConnectionBar } from '../../ui/states/connection-bar.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { say } from '../../ui/states/toast-store.ts';
import { Toaster } from '../../ui/states/toaster.tsx';
import { absoluteTime } from '../../ui/time-words.ts';
import { LanguageChoice } from '../sign-in/language-choice.tsx';
import { ReceiverDeliveries } from './receiver-deliveries.tsx';
import { healthSentence } from './receiver-words.ts';
import { readReceiverAgain, useWatchedSession } from './use-receiver.ts';

/** One endpoint for whoever runs its receiver: how it does, and what was sent to it. */
export function ReceiverPage({ session }: { session: ReceiverSession }) {
  const t = useTexts();
  const tag = useTag();
  const { endpoint, environment, expiresAt } = session;
  useWatchedSession(session);
  return (
    <div className="frame" data-environment={environment}>
      <header className="top">
        <Logo />
        <span className="receiver-space" />
        <span className={environment === 'test' ? 'environment environment-test' : 'environment'}>
          {t(environment === 'test' ? 'testBadge' : 'productionBadge')}
        </span>
        <EndSession />
      </header>
      <ConnectionBar />
      <main id="content" className="content" tabIndex={-1}>
        <div className="case page page-list">
          <PageHead
            title={t('receiverTitle')}
            text={<span className="plain-text mono">{endpoint.url}</span>}
            acts={<SendTest />}
          />
          <p className="receiver-health" role="status">
            {healthSentence(endpoint, t, tag)}
          </p>
          <ReceiverDeliveries failingSince={endpoint.failingSince} />
          <footer className="receiver-foot">
            <p className="hint">{t('receiverUntil', { time: absoluteTime(expiresAt, tag) })}</p>
            <span className="receiver-language">
              <LanguageChoice />
            </span>
          </footer>
        </div>
      </main>
      <Toaster />
    </div>
  );
}

function SendTest() {
  const t = useTexts();
  const test = useTask(() => call('sendReceiverTest'));
  const send = async (): Promise<void> => {
    if (!(await test.run())) return;
    say(t('endpointTested'));
    readReceiverAgain();
  };
  return (
    <>
      <Button isBusy={test.isBusy} onPress={() => void send()}>
        {t('endpointTest')}
      </Button>
      <ActFailure failure={test.failure} />
    </>
  );
}

function EndSession() {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const ending = useTask(() => call('endReceiverSession'));
  const end = async (): Promise<void> => {
    if (await ending.run()) endReceiverPage();
  };
  return (
    <>
      <Button kind="quiet" icon={SignOutIcon} onPress={() => setAsking(true)}>
        {t('receiverEnd')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('receiverEndTitle')}
          text={t('receiverEndText')}
          act={t('receiverEnd')}
          isBusy={ending.isBusy}
          failure={ending.failure}
          onConfirm={() => void end()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
