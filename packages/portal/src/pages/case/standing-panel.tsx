import { useId } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { mainReason, reasonFacts } from '../../words/reasons.ts';
import { type Standing, standingViews } from '../../words/status-view.ts';
import { CaseActs } from './acts/case-acts.tsx';
import { isApproval, type OpenCase } from './model/case-model.ts';

const TAKES_OWN_NEXT: readonly Standing[] = [
  'inconclusive',
  'fast-inconclusive',
  'PROCESS_RESULT_INVALID_IDENTITY',
];

/** Where the case stands, why in one sentence, what to do next, and the acts that status and role allow. */
export function StandingPanel({ open }: { open: OpenCase }) {
  const t = useTexts();
  const id = useId();
  const { standing, reasons } = open;
  const { icon: Picture, tone } = standingViews[standing];
  const reason = mainReason(reasons, isApproval(standing));
  // An approval of somebody else, and what no decision ended, speak for themselves.
  const speaksByReason =
    reason !== undefined && (TAKES_OWN_NEXT.includes(standing) || isPlainApproval(standing));
  const why = speaksByReason ? t(`why_${reason}`) : t(`status_${standing}_why`);
  const step = reason !== undefined && TAKES_OWN_NEXT.includes(standing) ? reasonFacts[reason][1] : 'nothing';
  const next = step === 'nothing' ? t(`status_${standing}_next`) : t(`next_${step}`);
  return (
    <section className={`standing standing-${tone}`} aria-labelledby={id}>
      <Picture className="icon standing-icon" aria-hidden />
      <div className="standing-text">
        <h2 id={id}>{t(`status_${standing}`)}</h2>
        <p>{why}</p>
        <p className="standing-next">
          <strong>{t('caseNext')}:</strong> {next}
        </p>
        {open.captures.images === 'deleted' && <p className="hint">{t('images_deleted')}</p>}
        <CaseActs open={open} />
      </div>
    </section>
  );
}

const isPlainApproval = (standing: Standing): boolean =>
  isApproval(standing) && standing !== 'identity_changed';
