import type { ExplainedCheck } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Empty } from '../../../ui/states/empty.tsx';
import { absoluteTime } from '../../../ui/time-words.ts';
import { DecisionIcon } from '../../../words/status-icons.ts';
import { reasonSentences } from '../../../words/timeline-line.ts';
import type { OpenCase } from '../model/case-model.ts';
import { comparedWords } from './compared-words.ts';
import { ExplainedCheckCard } from './explained-check.tsx';
import { ReceiptCard } from './receipt-card.tsx';

/** Checks that a company asks for; where it does not, there is nothing to say of them. */
const OF_THE_COMPANY: readonly string[] = ['card_name', 'links', 'card_evidence'];

const isShown = ({ check, result }: ExplainedCheck): boolean =>
  result !== 'not_done' || !OF_THE_COMPANY.includes(check);

/** Explains the decision check by check, and shows the proof of an approval. */
export function DecisionPart({ open }: { open: OpenCase }) {
  const t = useTexts();
  const tag = useTag();
  const { decision } = open;
  if (!decision)
    return (
      <section className="part" aria-label={t('part_decision')}>
        <Empty icon={DecisionIcon} title={t('noDecision')} text={t('noDecisionText')} />
      </section>
    );
  const { at, engineVersion, reasons, checks, comparedFace } = decision;
  const parts = [t('decisionAt', { time: absoluteTime(at, tag) })];
  if (engineVersion) parts.push(t('decisionEngine', { version: engineVersion }));
  return (
    <section className="part" aria-labelledby="decision-title">
      <h3 id="decision-title">{t('decisionTitle')}</h3>
      <p className="hint">{parts.join(', ')}</p>
      <ul className="sentences">
        {reasonSentences(reasons, t).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {comparedFace && <p>{comparedWords(comparedFace, t)}</p>}
      {checks.filter(isShown).map((check) => (
        <ExplainedCheckCard key={check.check} explained={check} />
      ))}
      {open.acts.includes('read_evidence') && open.transaction && (
        <ReceiptCard subject={open.subject} checks={checks} />
      )}
    </section>
  );
}
