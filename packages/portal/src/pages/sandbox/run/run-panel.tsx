import '../../case/case-parts.css';
import '../../case/case.css';
import { Link } from '@tanstack/react-router';
import type { SandboxScenario } from '@titular/contract';
import { useEffect } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { CheckIcon } from '../../../ui/icons.ts';
import { CopyButton } from '../../../ui/secrets/copy-button.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { CodedBadge } from '../../../words/coded-badge.tsx';
import { statusViews } from '../../../words/status-view.ts';
import type { CaseSubject, OpenCase } from '../../case/model/case-model.ts';
import { readIfChanged, useCase } from '../../case/model/use-case.ts';
import { useChangeWords } from '../../case/model/use-change-words.ts';
import { countTaken, movesUntil } from '../model/progress.ts';
import { endOf, eventWords, runCommand } from '../model/scenario-words.ts';
import { HandSteps } from './hand-steps.tsx';
import { Deliveries } from './run-deliveries.tsx';
import { RunFrame } from './run-frame.tsx';
import { RunLines } from './run-lines.tsx';

type Props = {
  subject: CaseSubject;
  /** Undefined where the address names none of the catalogue. */
  scenario: SandboxScenario | undefined;
  scenarios: readonly SandboxScenario[];
  /** It was begun by a press on this page, which takes the focus to it. */
  isNew: boolean;
  onClose(): void;
};

const AGAIN_MS = 2_000;

/** Reads a run again while steps of its scenario may come that a case at its end is not read again for. */
function useFollowing({ kind, tenantId, id }: CaseSubject, until: number | undefined): void {
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = window.setInterval(() => {
      if (Date.now() > until) window.clearInterval(timer);
      else if (document.visibilityState === 'visible') void readIfChanged({ kind, tenantId, id });
    }, AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [kind, tenantId, id, until]);
}

/** A run as it goes on: each step, event and delivery as it comes. */
export function RunPanel({ subject, scenario, scenarios, isNew, onClose }: Props) {
  const t = useTexts();
  const read = useCase(subject);
  useFollowing(subject, read.data && scenario && movesUntil(scenario, read.data.createdAt));
  const name = scenario?.name ?? t('sandboxTitle');
  return (
    <RunFrame
      title={t('runTitle', { name })}
      isNew={isNew}
      onClose={onClose}
      acts={
        scenario && (
          <CopyButton text={runCommand(name)} label={t('sandboxCommand')} of={t('runTitle', { name })} />
        )
      }
    >
      <Loaded of={read} lines={8}>
        {(open) => (
          <>
            <RunHead open={open} scenario={scenario} />
            <div className="sandbox-run">
              <div className="sandbox-part">
                <h3>{t('runSeen')}</h3>
                <RunLines open={open} />
                <Deliveries open={open} />
              </div>
              <div className="sandbox-part">
                {scenario && <Plan scenario={scenario} open={open} />}
                {!open.isFinal && <HandSteps open={open} scenario={scenario} scenarios={scenarios} />}
              </div>
            </div>
          </>
        )}
      </Loaded>
    </RunFrame>
  );
}

function RunHead({ open, scenario }: { open: OpenCase; scenario: SandboxScenario | undefined }) {
  const t = useTexts();
  const { subject, caseStatus, isFinal } = open;
  const { tenantId: tenant, id } = subject;
  const end = scenario && endOf(scenario);
  const isServed = scenario !== undefined && end === undefined;
  const ended = end === caseStatus ? 'runRight' : 'runOtherwise';
  const words = isFinal && !isServed ? ended : isServed ? 'runServed' : 'runGoesOn';
  return (
    <div className="sandbox-head">
      <CodedBadge view={statusViews[caseStatus]}>{t(`status_${caseStatus}`)}</CodedBadge>
      <p role="status">
        <span className="visually-hidden">{useChangeWords(open)} </span>
        {scenario === undefined ? t('runUnknown') : t(words)}
      </p>
      {subject.kind === 'transaction' ? (
        <Link
          to="/t/$tenant/transactions/$transaction"
          params={{ tenant, transaction: id }}
          className="link link-apart"
        >
          {t('runOpenTransaction')}
        </Link>
      ) : (
        <Link to="/t/$tenant/processes/$process" params={{ tenant, process: id }} className="link link-apart">
          {t('runOpenProcess')}
        </Link>
      )}
    </div>
  );
}

/** The steps of a scenario, with those that were taken. */
function Plan({ scenario, open }: { scenario: SandboxScenario; open: OpenCase }) {
  const t = useTexts();
  const taken = countTaken(scenario.steps, open);
  return (
    <>
      <h3>{t('runPlan')}</h3>
      {scenario.steps.length === 0 ? (
        <p className="hint">{t('runNoSteps')}</p>
      ) : (
        <ol className="sandbox-plan">
          {scenario.steps.map(({ afterSeconds, event }, index) => (
            <li key={`${afterSeconds} ${event}`}>
              <span className="hint">{t('runStepAt', { seconds: afterSeconds })}</span>
              <span>{eventWords(event, t)}</span>
              {index < taken && (
                <span className="mark-good">
                  <CheckIcon className="icon" aria-hidden />
                  <span className="visually-hidden">{t('runStepTaken')}</span>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
