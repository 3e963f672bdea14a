import type { AttemptOutcome } from '@titular/contract';
import { mainReason } from '@titular/contract/main-reason';
import { type ReactNode, useId } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { nextSteps } from '../../words/next-steps.ts';
import { type CaseStatus, statusViews } from '../../words/status-view.ts';
import { CaseActs } from './acts/case-acts.tsx';
import { isApproval, type OpenCase } from './model/case-model.ts';
import { VerdictLine } from './notes/verdict-line.tsx';

const TAKES_OWN_NEXT: readonly CaseStatus[] = [
  'inconclusive',
  'fast-inconclusive',
  'PROCESS_RESULT_INVALID_IDENTITY',
];

/** Where the case stands, why in one sentence, what to do next, and the acts that status and role allow; `children` are further ones. */
export function StatusPanel({ open, children }: { open: OpenCase; children?: ReactNode }) {
  const t = useTexts();
  const id = useId();
  const { caseStatus, reasons } = open;
  const { icon: Picture, tone } = statusViews[caseStatus];
  const reason = mainReason(reasons, isApproval(caseStatus));
  // An approval of somebody else, and what no decision ended, speak for themselves.
  const speaksByReason =
    reason !== undefined && (TAKES_OWN_NEXT.includes(caseStatus) || isPlainApproval(caseStatus));
  const failed = lastFailure(open);
  const told = speaksByReason ? t(`why_${reason}`) : t(`status_${caseStatus}_why`);
  const step = reason !== undefined && TAKES_OWN_NEXT.includes(caseStatus) ? nextSteps[reason] : 'nothing';
  const advised = step === 'nothing' ? t(`status_${caseStatus}_next`) : t(`next_${step}`);
  const why = failed ? t('lastAttemptFailed', { why: told, outcome: t(`outcome_${failed}`) }) : told;
  const next = failed ? t(`outcome_${failed}_advice`) : advised;
  return (
    <section className={`case-status case-status-${tone}`} aria-labelledby={id}>
      <Picture className="icon case-status-icon" aria-hidden />
      <div className="case-status-text">
        <h2 id={id}>{t(`status_${caseStatus}`)}</h2>
        <VerdictLine open={open} />
        <p>{why}</p>
        {!open.isPast && (
          <p className="case-status-next">
            <strong>{t('caseNext')}:</strong> {next}
          </p>
        )}
        {open.captures.images === 'deleted' && !open.isPast && <p className="hint">{t('images_deleted')}</p>}
        {!open.isPast && <CaseActs open={open}>{children}</CaseActs>}
      </div>
    </section>
  );
}

/** How the last attempt of a case that goes on failed; undefined where it did not, or one is under way. */
function lastFailure({ isFinal, captures }: OpenCase): AttemptOutcome | undefined {
  const outcome = isFinal ? undefined : captures.attempts.at(-1)?.outcome;
  return outcome === 'completed' ? undefined : outcome;
}

const isPlainApproval = (caseStatus: CaseStatus): boolean =>
  isApproval(caseStatus) && caseStatus !== 'identity_changed';
