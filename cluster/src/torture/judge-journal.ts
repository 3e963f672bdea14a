import { listOutside, type Operation, openContract } from '../load/contract.ts';
import { approvalsOf, cancelsOf, listUnended, type ReadLine, readsOf } from '../load/ends.ts';
import { type Line, readJournal } from '../load/journal.ts';
import {
  judgeLines,
  listDoubled,
  listLost,
  listOrders,
  listRefusedThere,
  type Verdict,
} from '../load/judge.ts';
import { CANCEL, CREATE, READ, STEP } from '../load/requests.ts';
import type { Disturbances, Outage } from './disturbances.ts';
import { type Check, checkOf, type Found, foundIn } from './judged.ts';
import { checksOfActs, readActs } from './load/judge-acts.ts';
import { listFaults, listUnanswered } from './load/judge-answers.ts';
import { checksOfEnds, listCreated } from './load/judge-ends.ts';
import { listAcknowledged, listUnlike, readFields } from './load/judge-fields.ts';
import { checksOfMix } from './load/judge-mix.ts';
import { checksOfRows } from './load/judge-rows.ts';
import type { CallLine } from './load/mix.ts';
import { ENDING, type JudgedTenant } from './load/tenant.ts';
import type { Phase } from './phases.ts';

/** What the judge knows beside a journal: where journals and rows are, whose calls they are, and what was done meanwhile. */
export type Known = {
  directory: string;
  databaseUrl: string;
  tenants: readonly JudgedTenant[];
  /** Where the suite's own receivers hear, each tenant below it. */
  webhookUrl: string;
  disturbances: Pick<Disturbances, 'outages' | 'budgets'>;
};

/** What came of a journal: its calls, its verdict, and what has to be 0. */
type JudgedJournal = { verdict: Verdict; calls: CallLine[]; reads: ReadLine[]; checks: Check[] };

/** Where the calls of all tenants stand beside the journal of their creates. */
export const callsOf = (journalPath: string): string => `${journalPath}-calls`;

/** Where the ends of a phase stand beside the journal of its creates. */
export const endsOf = (journalPath: string): string => `${journalPath}-ends`;

/** Lines of the journals of ends: their creates, what ended them, and reads around it. */
const readEnds = (journal: string): ReadLine[] =>
  [journal, cancelsOf(journal), approvalsOf(journal), readsOf(journal)].flatMap((path) =>
    readJournal<ReadLine>(path),
  );

const foundOf = (line: Line, why?: string): Found => ({
  about: line.order,
  calls: [line],
  ...(why !== undefined && { why }),
});

/** Checks of a load. */
export function checksOfLoad(
  { isCalm = false }: Pick<Phase, 'isCalm'>,
  {
    lost,
    doubled,
    acknowledged,
  }: { lost: readonly Found[]; doubled: readonly Found[]; acknowledged: number },
  calls: readonly CallLine[],
  ends: readonly Line[],
  outages: readonly Outage[],
): Check[] {
  const answers = ends.flatMap((line) => (line.kind === 'answered' ? line : []));
  return [
    checkOf('I1: creates acknowledged and lost', lost),
    checkOf('creates doubled', doubled),
    checkOf(
      'I9: calls of every kind without an answer, but by a process that was down',
      listUnanswered(calls, outages).map((call) => foundIn(call)),
    ),
    // Where nothing was acknowledged, nothing can be lost: that proves nothing.
    {
      what: 'loads without a create that was acknowledged',
      count: acknowledged > 0 ? 0 : 1,
      isAwaited: true,
      isOfLoad: true,
    },
    ...(isCalm
      ? [
          checkOf('answers of 500 and above to calls of every kind where nothing fails', [
            ...listFaults(calls).map((call) => foundIn(call)),
            ...listFaults(answers).map((line) => foundOf(line)),
          ]),
        ]
      : []),
  ];
}

const contract = openContract();

/** Lists every answer of these journals that the published contract does not allow, by its status or by the schema of its body (I9). */
const listStrange = (journals: readonly [string, Operation][]): Found[] =>
  journals.flatMap(([path, operation]) =>
    listOutside(contract, operation, readJournal(path)).map(({ order, why }) => ({ about: order, why })),
  );

/** Compares acknowledged creates with their rows, by all that a row shows without a key. */
async function checkOfFields(
  { tenants, databaseUrl }: Known,
  calls: readonly CallLine[],
  ends: readonly Line[],
): Promise<Check> {
  const ofEnds = listCreated(ends, tenants.slice(0, ENDING));
  const acknowledged = [...listAcknowledged(calls, tenants), ...ofEnds];
  const ids = acknowledged.map(({ id }) => id);
  return checkOf(
    'I1: acknowledged creates whose row has another tenant, order, person or card than was sent',
    listUnlike(acknowledged, await readFields(databaseUrl, ids)).map(({ order }) => ({ about: order })),
  );
}

const namesOf = (lines: readonly Line[], orders: ReadonlyMap<string, string[]>) => ({
  lost: listLost(lines, orders).map((line) => foundOf(line)),
  doubled: listDoubled(lines, orders).map((order) => ({
    about: order,
    why: `it is there as ${orders.get(order)?.join(', ')}`,
  })),
});

/** Judges what a phase left in its journals by the rows of the database, whatever still has to be told. */
export async function judgeJournal(
  known: Known,
  phase: Pick<Phase, 'isCalm'>,
  journal: string,
): Promise<JudgedJournal> {
  const { databaseUrl, directory, tenants, disturbances } = known;
  const orders = await listOrders(databaseUrl);
  const [lines, ends] = [readJournal(journal), endsOf(journal)];
  const calls = readJournal<CallLine>(callsOf(journal));
  const reads = readJournal<ReadLine>(readsOf(ends));
  const verdict = judgeLines(lines, orders);
  const load = { ...namesOf(lines, orders), acknowledged: verdict.acknowledged };
  const endLines = readJournal(ends);
  const ofEnds = namesOf(endLines, orders);
  const checks = [
    ...checksOfLoad(phase, load, calls, readEnds(ends), disturbances.outages),
    ...checksOfMix(contract, calls, tenants, disturbances.budgets),
    await checkOfFields(known, calls, endLines),
    ...(await checksOfRows(databaseUrl, calls)),
    ...(await checksOfActs(databaseUrl, readActs(directory))),
    checkOf(
      'I4: reads after an acknowledged create, cancel or approval, at either process, that show another status',
      listUnended(reads).map((line) => foundOf(line, `${line.acknowledged} was acknowledged before`)),
    ),
    checkOf(
      'I9: answers to creates, cancels, approvals and reads around them whose status or body is not that of the published contract',
      listStrange([
        [journal, CREATE],
        [ends, CREATE],
        [cancelsOf(ends), CANCEL],
        [approvalsOf(ends), STEP],
        [readsOf(ends), READ],
      ]),
    ),
    checkOf(
      'I3: creates that were refused, and are there all the same',
      listRefusedThere([...lines, ...endLines], orders).map((about) => ({ about })),
    ),
    checkOf('I1: ends whose create was acknowledged and lost, or doubled', [
      ...ofEnds.lost,
      ...ofEnds.doubled,
    ]),
    ...(await checksOfEnds(databaseUrl, ends, tenants.slice(0, ENDING))),
  ];
  return { verdict, calls, reads, checks };
}
