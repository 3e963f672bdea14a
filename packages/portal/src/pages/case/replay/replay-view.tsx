import './replay.css';
import { webhooksKeptFrom } from '@titular/contract/state-at';
import { type ReactNode, useMemo } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Empty } from '../../../ui/states/empty.tsx';
import { WholeTimes } from '../../../ui/time.tsx';
import { WaitingIcon } from '../../../words/status-icons.ts';
import { LinkPanel } from '../acts/link-panel.tsx';
import { CaseParts } from '../case-parts.tsx';
import { FactsPanel } from '../facts-panel.tsx';
import type { OpenCase } from '../model/case-model.ts';
import { StatusPanel } from '../status-panel.tsx';
import { Code } from '../webhooks/code.tsx';
import { momentTime } from './instant.ts';
import { MomentBar } from './moment-bar.tsx';
import { type PastView, pastOf } from './past-case.ts';
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

/** A case as it stood at an instant; nothing can be done there. */
export function ReplayView({ open, answer, instant, onMove, onLeave, takesFocus }: Props) {
  const t = useTexts();
  const tag = useTag();
  const [moment, move] = useMoment(instant, onMove);
  const { subject, createdAt } = open;
  const past = useMemo(() => pastOf(subject, answer, moment), [subject, answer, moment]);
  const companyId = 'transaction' in answer ? answer.transaction.company : answer.process.company;
  return (
    <WholeTimes value>
      <div className="replay">
        <MomentBar now={open} moment={moment} onMove={move} onLeave={onLeave} takesFocus={takesFocus} />
        {past ? (
          <Past past={past} keptFrom={webhooksKeptFrom(open)}>
            <SettingsPanel companyId={companyId} moment={moment} />
          </Past>
        ) : (
          <Empty
            icon={WaitingIcon}
            title={t(`replayBefore_${subject.kind}`)}
            text={t('replayCreated', { time: momentTime(createdAt, tag) })}
          />
        )}
      </div>
    </WholeTimes>
  );
}

type PastProps = { past: PastView; keptFrom: string | undefined; children: ReactNode };

function Past({ past: { open, link, answered, steps }, keptFrom, children }: PastProps) {
  const t = useTexts();
  return (
    <div className="case-body">
      <div className="case-main">
        {open.isTimelineCut && <p className="hint">{t('replayCut')}</p>}
        <StatusPanel open={open} />
        <ToldPanel open={open} keptFrom={keptFrom} />
        <CaseParts open={open} />
      </div>
      <div className="case-side">
        <Panel
          title={t(`replayCall_${open.subject.kind}`)}
          text={t(open.isTimelineCut ? 'replayVersionCut' : 'replayVersion', { count: steps })}
        >
          <Code text={JSON.stringify(answered, null, 2)} />
        </Panel>
        {link === 'shown' && <LinkPanel open={open} title={t('linkPanel')} />}
        {link === 'unknown' && (
          <Panel title={t('linkPanel')}>
            <p>{t('replayLinkUnknown')}</p>
          </Panel>
        )}
        <FactsPanel open={open} />
        {children}
      </div>
    </div>
  );
}
