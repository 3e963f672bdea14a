import type { WhatIf } from '@titular/contract';
import { isReasonCode } from '@titular/contract/main-reason';
import {
  WHAT_IF_DAYS,
  WHAT_IF_FEWEST,
  WHAT_IF_MAX,
  WHAT_IF_MIN_ENDS,
  WHAT_IF_PER_HOUR,
  WHAT_IF_UNTOLD,
  WHAT_IF_VALUES_PER_DAY,
} from '@titular/contract/what-if-limits';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Empty } from '../../../ui/states/empty.tsx';
import { transactionStatuses } from '../../../words/code-lists.ts';
import { CodedBadge } from '../../../words/coded-badge.tsx';
import { UnsureIcon } from '../../../words/status-icons.ts';
import { statusViews } from '../../../words/status-view.ts';

const LIMITS = { fewest: WHAT_IF_FEWEST, tries: WHAT_IF_PER_HOUR, values: WHAT_IF_VALUES_PER_DAY };

type EndName = WhatIf['kinds'][number]['from'];

/** How many ends would differ, of which kinds, and what is left out. */
export function WhatIfView({ answer }: { answer: WhatIf }) {
  const t = useTexts();
  const tag = useTag();
  const { before, isCut, isTooFew } = answer;
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(before));
  return (
    <div className="what-if" role="status">
      <p>{t('whatIfIntro', { days: WHAT_IF_DAYS, before: day })}</p>
      {isTooFew ? (
        <Empty
          icon={UnsureIcon}
          title={t('whatIfTooFew')}
          text={t('whatIfTooFewText', { min: WHAT_IF_MIN_ENDS })}
        />
      ) : (
        <>
          <Kinds answer={answer} />
          <LeftOut answer={answer} />
        </>
      )}
      {isCut && <p>{t('whatIfCut', { max: WHAT_IF_MAX })}</p>}
      <p className="hint">{t('whatIfRounded', LIMITS)}</p>
    </div>
  );
}

/** A count as it is told: rounded down, or fewer than are told. */
function useCountWords(): (count: number | null) => string {
  const t = useTexts();
  return (count) =>
    count === null ? t('whatIfFew', { fewest: WHAT_IF_UNTOLD }) : t('whatIfCount', { count });
}

/** The same with what is counted. */
function useTransactionWords(): (count: number | null) => string {
  const t = useTexts();
  return (count) =>
    count === null
      ? t('whatIfFewTransactions', { fewest: WHAT_IF_UNTOLD })
      : t('whatIfTransactions', { count });
}

function Kinds({ answer: { judged, kinds, otherKinds } }: { answer: WhatIf }) {
  const t = useTexts();
  const words = useCountWords();
  return (
    <>
      <p>
        {judged !== null && t('whatIfJudged', { count: judged })} <strong>{t('whatIfDiffer')}</strong>
      </p>
      <ul className="what-if-kinds">
        {kinds.map(({ from, to, count }) => (
          <li key={JSON.stringify([from, to])}>
            <strong>{words(count)}</strong>
            <End end={from} />
            <span className="hint">{t('whatIfWould')}</span>
            <End end={to} isReplayed />
          </li>
        ))}
        <li className="what-if-others">
          <strong>{words(otherKinds)}</strong>
          <span>{t('whatIfOthers')}</span>
        </li>
      </ul>
    </>
  );
}

/** An end in words; one that goes on to a selfie has no reason. */
function End({ end: { status, reason }, isReplayed = false }: { end: EndName; isReplayed?: boolean }) {
  const t = useTexts();
  const known = transactionStatuses.find((one) => one === status);
  const isAsked = isReplayed && known === 'waiting';
  if (known === undefined) return <span>{status}</span>;
  return (
    <span className="what-if-end">
      <CodedBadge view={statusViews[known]}>{t(isAsked ? 'whatIfAsked' : `status_${known}`)}</CodedBadge>
      {isAsked && <span className="hint">{t('whatIfAskedText')}</span>}
      {reason !== undefined && <span>{isReasonCode(reason) ? t(`reason_${reason}`) : reason}</span>}
    </span>
  );
}

function LeftOut({ answer: { leftOut, otherCauses } }: { answer: WhatIf }) {
  const t = useTexts();
  const words = useTransactionWords();
  return (
    <section aria-label={t('whatIfLeftOut')}>
      <h3>{t('whatIfLeftOut')}</h3>
      <ul className="what-if-causes">
        {leftOut.map(({ cause, count }) => (
          <li key={cause}>
            <strong>{words(count)}</strong> {t(`leftOut_${cause}`)}
          </li>
        ))}
        <li>
          <strong>{words(otherCauses)}</strong> {t('leftOut_others')}
        </li>
      </ul>
    </section>
  );
}
