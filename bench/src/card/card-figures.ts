import type { Figure } from '../report.ts';
import type { CardResult } from './measure-card.ts';

const MAX_RATIO = 1.2;

/** Lines of the report about creates that ask about the card first. */
export function cardFigures({ lateMs, plainMs, askedMs, asked, failures }: CardResult): Figure[] {
  return [
    {
      what: `99th percentile of creates that ask about the card, ${asked} asked`,
      measured: askedMs,
      unit: 'ms',
      baseline: { what: 'what the service that is asked takes', value: lateMs },
      target: { text: `<= ${MAX_RATIO}`, met: askedMs / lateMs <= MAX_RATIO },
    },
    {
      what: 'the same, beside a create that asks nobody and then waits as long',
      measured: askedMs,
      unit: 'ms',
      baseline: { what: 'both added', value: lateMs + plainMs },
    },
    { what: '99th percentile of creates that ask nobody', measured: plainMs, unit: 'ms' },
    { what: 'creates that failed', measured: failures, unit: '', target: { text: '0', met: failures === 0 } },
  ];
}
