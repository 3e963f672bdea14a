import type { LinkView, ProcessCase, TransactionCase } from '@titular/contract';
import { processAt, stateAt, statusAnswerOf } from '@titular/contract/state-at';
import { type CaseSubject, fromProcess, fromTransaction, type OpenCase } from '../model/case-model.ts';

/** A case of an instant, with what a call about it would have answered then. */
export type PastView = {
  open: OpenCase;
  /** `unknown` where nobody kept it; `none` of what never has one. */
  link: 'shown' | 'unknown' | 'none';
  answered: object;
  /** Steps until then. */
  steps: number;
};

const NO_LINK: LinkView = { state: 'none', isCapturing: false };

const hasLines = ({ timeline }: ProcessCase): boolean => timeline.some(({ source }) => source === 'link');

/** Computes what the page shows of an instant; undefined before the case existed. */
export function pastOf(
  subject: CaseSubject,
  answer: TransactionCase | ProcessCase,
  instant: string,
): PastView | undefined {
  if ('transaction' in answer) {
    const past = stateAt(answer, instant);
    if (!past) return undefined;
    const { notes: _notes, ...open } = fromTransaction(subject, { ...past, link: past.link ?? NO_LINK });
    return {
      open: { ...open, isPast: true },
      link: past.link ? 'shown' : 'unknown',
      ...{ answered: statusAnswerOf(past), steps: past.transaction.history.length },
    };
  }
  const past = processAt(answer, instant);
  if (!past) return undefined;
  // A process that is done elsewhere has no link, neither then nor now.
  const hasLink = answer.link.state !== 'none' || hasLines(answer);
  return {
    open: { ...fromProcess(subject, { ...past, link: past.link ?? NO_LINK }), isPast: true },
    link: hasLink ? (past.link ? 'shown' : 'unknown') : 'none',
    answered: { process: past.process },
    steps: past.timeline.filter(({ source }) => source === 'step').length,
  };
}
