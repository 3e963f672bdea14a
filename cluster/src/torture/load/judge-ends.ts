import { approvalsOf, cancelsOf, type ReadLine, readsOf } from '../../load/ends.ts';
import { type Answered, type Line, readJournal } from '../../load/journal.ts';
import { query } from '../../load/times.ts';
import { type Check, checkOf, type Found } from '../judged.ts';
import type { Acknowledged } from './judge-fields.ts';
import { type JudgedTenant, marksIn } from './tenant.ts';

/** An end that was acknowledged: the transaction, and the status that it has from then on. */
type Ended = { id: string; status: 'canceled' | 'approved' };

/** A member of an answer; nothing where there is none. */
function memberIn(body: string, name: 'id' | 'status'): string {
  try {
    return String((JSON.parse(body) as { id?: string; status?: string })[name] ?? '');
  } catch {
    return '';
  }
}

const isGood = (line: Line): line is Answered => line.kind === 'answered' && line.status === 200;

/** Ends of a journal that were acknowledged, each by the id of its transaction. */
export const listEnded = (journal: string): Ended[] => [
  ...readJournal(cancelsOf(journal))
    .filter(isGood)
    .map(({ order }): Ended => ({ id: order, status: 'canceled' })),
  ...readJournal(approvalsOf(journal))
    .filter(isGood)
    .map(({ order }): Ended => ({ id: order, status: 'approved' })),
];

/** Lists ends that were answered with 200 and a status that is another one than was asked for (I4). */
export const listOtherwise = (journal: string): Found[] =>
  (
    [
      ['canceled', cancelsOf(journal)],
      ['approved', approvalsOf(journal)],
    ] as const
  ).flatMap(([asked, path]) =>
    readJournal(path)
      .filter(isGood)
      .flatMap((line) => {
        const told = memberIn(line.body ?? '', 'status');
        return told === asked ? [] : { about: line.order, why: `${asked} was asked for`, calls: [line] };
      }),
  );

/** Lists acknowledged ends whose transaction is gone, or has another status (I1, I4): what was acknowledged is final. */
export function listUndone(ended: readonly Ended[], rows: ReadonlyMap<string, string>): Found[] {
  return ended.flatMap(({ id, status }) => {
    const there = rows.get(id) ?? 'gone';
    return there === status ? [] : { about: id, why: `${status} was acknowledged, and it is ${there}` };
  });
}

/** Compares acknowledged ends of these journals with the rows of their transactions. */
export async function checkOfEnded(
  databaseUrl: string,
  journals: readonly string[],
  when = '',
): Promise<Check> {
  const ended = journals.flatMap(listEnded);
  const rows = await query<{ id: string; status: string }>(
    databaseUrl,
    'SELECT transaction_id::text AS id, status FROM transactions WHERE transaction_id = ANY ($1::uuid[])',
    [ended.map(({ id }) => id)],
  );
  return checkOf(
    `I1, I4: acknowledged cancels and approvals whose transaction is gone or has another status${when}`,
    listUndone(ended, new Map(rows.map(({ id, status }) => [id, status]))),
  );
}

/** The place of an order among those of its load, whose owners follow each other in turn. */
const placeOf = (order: string): number => Number(order.split('-').at(-1));

/** Creates of ends that were acknowledged, by what each had sent. */
export const listCreated = (
  creates: readonly Line[],
  owners: readonly Pick<JudgedTenant, 'companyId'>[],
): Acknowledged[] =>
  creates.filter(isGood).flatMap(({ order, body = '' }) => {
    const id = memberIn(body, 'id');
    return id === '' ? [] : { id, order, company: owners[placeOf(order) % owners.length]?.companyId ?? '' };
  });

/** Lists answers to ends, and to reads around them, that tell of another tenant than the owner (I6). */
export function listToldOfOthers(
  creates: readonly Line[],
  others: readonly Line[],
  owners: readonly Pick<JudgedTenant, 'mark'>[],
): Found[] {
  const byId = new Map<string, string>();
  const markOf = (order: string): string => owners[placeOf(order) % owners.length]?.mark ?? '';
  for (const line of creates) if (isGood(line)) byId.set(memberIn(line.body ?? '', 'id'), markOf(line.order));
  const strange = (line: Line, own: string | undefined): Found[] => {
    const told = line.kind === 'answered' ? marksIn(line.body ?? '').filter((mark) => mark !== own) : [];
    return told.length > 0 ? [{ about: line.order, why: `it names ${told.join(', ')}`, calls: [line] }] : [];
  };
  return [
    ...creates.flatMap((line) => strange(line, markOf(line.order))),
    ...others.flatMap((line) => strange(line, byId.get(line.order))),
  ];
}

/** Judges the ends of a journal by the rows of their transactions, and by what their answers tell. */
export async function checksOfEnds(
  databaseUrl: string,
  journal: string,
  owners: readonly Pick<JudgedTenant, 'mark'>[],
): Promise<Check[]> {
  const others = [cancelsOf(journal), approvalsOf(journal), readsOf(journal)];
  return [
    await checkOfEnded(databaseUrl, [journal]),
    checkOf('I4: cancels and approvals that were answered with another status', listOtherwise(journal)),
    checkOf(
      'I6: answers to cancels, approvals and reads around them that tell of another tenant',
      listToldOfOthers(
        readJournal(journal),
        others.flatMap((path) => readJournal<ReadLine>(path)),
        owners,
      ),
    ),
  ];
}
