import { readJournal } from '../../load/journal.ts';
import { judgeLines, listOrders } from '../../load/judge.ts';
import type { Figure } from '../../trial.ts';
import { zero } from '../judged.ts';

/** Judges the creates of all phases once more (I1): what a phase has left may be lost in a later one. */
export async function judgeKept(databaseUrl: string, journals: readonly string[]): Promise<Figure[]> {
  const orders = await listOrders(databaseUrl);
  let [acknowledged, amiss] = [0, 0];
  for (const path of journals) {
    const verdict = judgeLines(readJournal(path), orders);
    acknowledged += verdict.acknowledged;
    amiss += verdict.lost + verdict.doubled;
  }
  return [
    {
      what: 'I1: acknowledged creates of all phases that were looked for once more at the end',
      value: String(acknowledged),
      target: '> 0',
      isMet: acknowledged > 0,
    },
    zero('I1: of these lost or doubled by then', amiss),
  ];
}
