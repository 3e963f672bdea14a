import { type Measured, nameStatement, PARTS, type Part } from './statements.ts';

/** Statements of a journey, by its parts. */
export type Journey = Readonly<Record<Part, readonly Measured[]>>;

/** A statement on the empty database, with a few thousand transactions, and on the filled one; one is missing where it was not sent. */
export type Compared = {
  name: string;
  part: Part;
  text: string;
  empty: Measured | undefined;
  few: Measured | undefined;
  filled: Measured | undefined;
};

/** A statement costs more by fill above this ratio of buffers. */
export const MAX_RATIO = 1.2;
/** Buffers beyond that ratio that chance and a deeper index add. */
export const SLACK_BUFFERS = 10;

const callsIn = (journey: Journey, part: Part, id: string): number =>
  journey[part].find((one) => one.id === id)?.calls ?? 0;

const QUEUE = /graphile_worker|job_outbox/;

/** The part that sends a statement most, and jobs for those of their queue; jobs that the clock started meanwhile are seen in others too. */
function partOf(journeys: readonly Journey[], id: string, text: string): Part {
  if (QUEUE.test(text) && !/insert into transactions/i.test(text)) return 'jobs';
  const calls = (part: Part): number =>
    journeys.reduce((sum, journey) => sum + callsIn(journey, part, id), 0);
  return PARTS.toSorted((one, other) => calls(other) - calls(one))[0] ?? 'requests';
}

/** Puts what was measured at each fill side by side, each statement in its own part. */
export function compareJourneys(empty: Journey, few: Journey, filled: Journey): Compared[] {
  const texts = new Map<string, string>();
  for (const journey of [empty, few, filled])
    for (const part of PARTS) for (const { id, text } of journey[part]) texts.set(id, text);
  const all = [...texts].map(([id, text]): Compared => {
    const part = partOf([empty, few, filled], id, text);
    const find = (journey: Journey) => journey[part].find((one) => one.id === id);
    return {
      name: nameStatement(text),
      part,
      text,
      empty: find(empty),
      few: find(few),
      filled: find(filled),
    };
  });
  return all.toSorted(
    (one, other) => PARTS.indexOf(one.part) - PARTS.indexOf(other.part) || one.name.localeCompare(other.name),
  );
}

/** How many times the buffers of a call are what they were with few transactions, where both are known. */
export const ratioOf = ({ few, filled }: Compared): number | undefined =>
  few && filled ? filled.buffers / Math.max(1, few.buffers) : undefined;

/** Whether a statement costs more on the filled database than with few transactions, where it finds as many rows. */
export const isGrown = ({ few, filled }: Compared): boolean =>
  few !== undefined && filled !== undefined && filled.buffers > few.buffers * MAX_RATIO + SLACK_BUFFERS;

/** The slowest single call of some parts on the filled database. */
export function slowestOf(all: readonly Compared[], parts: readonly Part[]): Compared | undefined {
  const slowness = ({ filled }: Compared): number => filled?.maxMs ?? 0;
  return all
    .filter(({ part }) => parts.includes(part))
    .toSorted((one, other) => slowness(other) - slowness(one))[0];
}
