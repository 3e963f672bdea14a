import './replay.css';
import { stateAt, statusAnswerOf } from '@titular/contract/state-at';
import { useMemo } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Panel } from '../../../ui/panel.tsx';
import { LinkPanel } from '../acts/link-panel.tsx';
import { CaseParts } from '../case-parts.tsx';
import { FactsPanel } from '../facts-panel.tsx';
import { fromTransaction, type OpenCase } from '../model/case-model.ts';
import { StatusPanel } from '../status-panel.tsx';
import { Code } from '../webhooks/code.tsx';
import { MomentBar } from './moment-bar.tsx';
import { ToldPanel } from './told-panel.tsx';

type Props = {
  open: OpenCase;
  answer: NonNullable<OpenCase['answer']>;
  instant: string;
  onMove(instant: string | undefined): void;
};

/** A transaction as it stood at an instant; nothing can be done there. */
export function ReplayView({ open: { subject }, answer, instant, onMove }: Props) {
  const t = useTexts();
  const past = useMemo(() => stateAt(answer, instant), [answer, instant]);
  return (
    <>
      <MomentBar now={answer} instant={instant} onMove={onMove} />
      {past ? <Past past={past} subject={subject} /> : <p>{t('replayBefore')}</p>}
    </>
  );
}

type PastProps = { past: NonNullable<ReturnType<typeof stateAt>>; subject: OpenCase['subject'] };

function Past({ past, subject }: PastProps) {
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
        <ToldPanel open={open} />
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
      </div>
    </div>
  );
}
