import './replay.css';
import { stateAt, statusAnswerOf, webhooksKeptFrom } from '@titular/contract/state-at';
import { useMemo } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Empty } from '../../../ui/states/empty.tsx';
import { WholeTimes } from '../../../ui/time.tsx';
import { WaitingIcon } from '../../../words/status-icons.ts';
import { LinkPanel } from '../acts/link-panel.tsx';
import { CaseParts } from '../case-parts.tsx';
import { FactsPanel } from '../facts-panel.tsx';
import { fromTransaction, type OpenCase } from '../model/case-model.ts';
import { StatusPanel } from '../status-panel.tsx';
import { Code } from '../webhooks/code.tsx';
import { momentTime } from './instant.ts';
import { MomentBar } from './moment-bar.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { ToldPanel } from './told-panel.tsx';
import { useMoment } from './use-moment.ts';

type Props = {
  open: OpenCase;
  answer: NonNullable<OpenCase['answer']>;
  instant: string;
  /** Writes the address. */
  onMove(instant: string): void;
  onLeave(): void;
  /** Somebody came here from the present. */
  takesFocus: boolean;
};

/** A transaction as it stood at an instant; nothing can be done there. */
export function ReplayView({ open: { subject }, answer, instant, onMove, onLeave, takesFocus }: Props) {
  const t = useTexts();
  const tag = useTag();
  const [moment, move] = useMoment(instant, onMove);
  const past = useMemo(() => stateAt(answer, moment), [answer, moment]);
  const created = momentTime(answer.transaction.createdAt, tag);
  return (
    <WholeTimes value>
      <div className="replay">
        <MomentBar now={answer} moment={moment} onMove={move} onLeave={onLeave} takesFocus={takesFocus} />
        {past ? (
          <Past past={past} subject={subject} keptFrom={webhooksKeptFrom(answer)} />
        ) : (
          <Empty icon={WaitingIcon} title={t('replayBefore')} text={t('replayCreated', { time: created })} />
        )}
      </div>
    </WholeTimes>
  );
}

type PastProps = {
  past: NonNullable<ReturnType<typeof stateAt>>;
  subject: OpenCase['subject'];
  keptFrom: string | undefined;
};

function Past({ past, subject, keptFrom }: PastProps) {
  const t = useTexts();
  const { link } = past;
  const known = link ?? { state: 'none' as const, isCapturing: false };
  const { notes: _notes, ...shown } = fromTransaction(subject, { ...past, link: known });
  const open: OpenCase = { ...shown, isPast: true };
  return (
    <div className="case-body">
      <div className="case-main">
        {past.isTimelineCut && <p className="hint">{t('replayCut')}</p>}
        <StatusPanel open={open} />
        <ToldPanel open={open} keptFrom={keptFrom} />
        <CaseParts open={open} />
      </div>
      <div className="case-side">
        <Panel
          title={t('replayStatusCall')}
          text={t('replayVersion', { count: past.transaction.history.length })}
        >
          <Code text={JSON.stringify(statusAnswerOf(past), null, 2)} />
        </Panel>
        {link ? (
          <LinkPanel open={open} title={t('linkPanel')} />
        ) : (
          <Panel title={t('linkPanel')}>
            <p>{t('replayLinkUnknown')}</p>
          </Panel>
        )}
        <FactsPanel open={open} />
        <SettingsPanel companyId={past.transaction.company} />
      </div>
    </div>
  );
}
