import type { ChallengePose, ComparedWith, ExplainedCheck } from '@titular/contract';
import { isReasonCode } from '@titular/contract/main-reason';
import type { TextKey, Translate } from '../../../i18n/texts.ts';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { CodedBadge } from '../../../words/coded-badge.tsx';
import { checkViews } from '../../../words/status-view.ts';
import { Fact } from '../fact.tsx';

/** One check: what was asked, what was seen, and which rule decided. */
export function ExplainedCheckCard({ explained }: { explained: ExplainedCheck }) {
  const t = useTexts();
  const tag = useTag();
  const { check, result, rule } = explained;
  return (
    <article className="card">
      <div className="card-head">
        <h4>{t(`check_${check}`)}</h4>
        <CodedBadge view={checkViews[result]}>{t(`result_${result}`)}</CodedBadge>
      </div>
      <dl className="facts-list">
        <Fact name={t('explainAsked')}>{askedWords(explained, t)}</Fact>
        <Fact name={t('explainSeen')}>{seenWords(explained, t)}</Fact>
        {rule && <Fact name={t('explainRule')}>{ruleWords(rule, t, tag)}</Fact>}
      </dl>
    </article>
  );
}

function askedWords({ check, asked }: ExplainedCheck, t: Translate): string {
  const question = t(`asked_${check}`);
  if (asked.length === 0) return question;
  if (check === 'comparison')
    return [question, ...asked.map((with_) => t(`compared_${with_ as ComparedWith}`))].join(' ');
  const poses = asked.map((pose) => t(`pose_${pose as ChallengePose}`) || pose).join(', ');
  return `${question} ${t('explainAskedPoses', { poses })}`;
}

function seenWords({ result, seen }: ExplainedCheck, t: Translate): string {
  if (result === 'not_done') return t('explainNotReached');
  if (seen.length === 0) return t('explainSeenNothing');
  return seen.map((code) => (isReasonCode(code) ? t(`why_${code}`) : code)).join(' ');
}

function ruleWords(
  { setting, value }: NonNullable<ExplainedCheck['rule']>,
  t: Translate,
  tag: string,
): string {
  const number = Number(value);
  const shown = Number.isFinite(number)
    ? new Intl.NumberFormat(tag, { maximumFractionDigits: 6 }).format(number)
    : value;
  return (
    t(`explainRule_${setting}` as TextKey, { value: shown }) ||
    t('explainRuleOther', { setting, value: shown })
  );
}
