import { listOutside, type Operation, openContract } from '../load/contract.ts';
import {
  approvalsOf,
  cancelsOf,
  countChanged,
  countUnended,
  type Ends,
  type ReadLine,
  readsOf,
} from '../load/ends.ts';
import { checkInvariants } from '../load/invariants.ts';
import { type Line, readJournal } from '../load/journal.ts';
import { judge, type Verdict } from '../load/judge.ts';
import { CANCEL, CARDHOLDERS, CREATE, READ, STEP } from '../load/requests.ts';
import { waitFor } from '../stage/wait.ts';
import type { Figure } from '../trial.ts';
import { readHead } from './afterwards/chain.ts';
import type { Outage } from './disturbances.ts';
import type { Ground } from './ground.ts';
import { answersOf, type Check, type Judged } from './judged.ts';
import { checksOfActs, listErased, readActs } from './load/judge-acts.ts';
import { countFaults, countUnanswered, gapsOf, slowestOf } from './load/judge-answers.ts';
import { countUnlike, listAcknowledged, readFields } from './load/judge-fields.ts';
import { checksOfMix, figuresOfMix } from './load/judge-mix.ts';
import { checksOfRows } from './load/judge-rows.ts';
import type { CallLine } from './load/mix.ts';
import type { Phase, Size } from './phases.ts';

/** What names the persons of creates, in clear: it may stand in no row and no log. */
export const CANARIES = CARDHOLDERS.flatMap(({ name, cpf }) => [name, cpf]);

const DRAIN_MS = 90_000;
/** Webhooks that take longer than this after healing are told. */
const TOLD_SECONDS = 5;
/** Violations of one kind that are told one by one. */
const MAX_SAID = 10;

/** Lines of the journals of ends: their creates, what ended them, and reads around it. */
const endsOf = (journal: string): ReadLine[] =>
  [journal, cancelsOf(journal), approvalsOf(journal), readsOf(journal)].flatMap((path) =>
    readJournal<ReadLine>(path),
  );

/** Checks of a load. */
export function checksOfLoad(
  { isCalm = false }: Pick<Phase, 'isCalm'>,
  { lost, doubled, acknowledged }: Pick<Verdict, 'lost' | 'doubled' | 'acknowledged'>,
  calls: readonly CallLine[],
  ends: readonly Line[],
  outages: readonly Outage[],
): Check[] {
  const answers = ends.flatMap((line) => (line.kind === 'answered' ? line : []));
  return [
    { what: 'I1: creates acknowledged and lost', count: lost },
    { what: 'creates doubled', count: doubled },
    {
      what: 'I9: calls of every kind without an answer, but by a process that was down',
      count: countUnanswered(calls, outages),
    },
    // Where nothing was acknowledged, nothing can be lost: that proves nothing.
    {
      what: 'loads without a create that was acknowledged',
      count: acknowledged > 0 ? 0 : 1,
      isAwaited: true,
      isOfLoad: true,
    },
    ...(isCalm
      ? [
          {
            what: 'answers of 500 and above to calls of every kind where nothing fails',
            count: countFaults(calls) + countFaults(answers),
          },
        ]
      : []),
  ];
}

const contract = openContract();

/** Where the calls of all tenants stand beside the journal of their creates. */
export const callsOf = (journalPath: string): string => `${journalPath}-calls`;

/** Counts every answer of the load that the published contract does not allow, by its status or by the schema of its body (I9). */
function countOutside({ stage }: Ground, journals: readonly [string, Operation][]): number {
  const outside = journals.flatMap(([path, operation]) =>
    listOutside(contract, operation, readJournal(path)),
  );
  for (const { order, why } of outside.slice(0, MAX_SAID))
    stage.say(`  outside the contract: ${order}: ${why}`);
  return outside.length;
}

/** Counts the ends that no webhook tells of once everything is healed and drained (I5). */
async function countUnheard({ stage, heard }: Ground, { ended }: Ends): Promise<number> {
  const sinceMs = performance.now();
  const unheard = (): string[] => [...ended.keys()].filter((id) => heard.firstMs(id) === undefined);
  const late = unheard();
  await waitFor('the webhooks', DRAIN_MS, stage.signal, async () => unheard().length === 0).catch(
    (error: Error) => {
      if (!stage.signal.aborted) stage.say(error.message);
    },
  );
  const seconds = (performance.now() - sinceMs) / 1_000;
  if (seconds > TOLD_SECONDS)
    stage.say(
      `  webhooks of ${late.length} ends came up to ${seconds.toFixed(0)} s later: ${late.slice(0, MAX_SAID).join(', ')}`,
    );
  return unheard().length;
}

/** The longest time without a success, against what the phase may cost. */
const figureOfGap = ({ name, maxGapSeconds }: Phase, { longestGapSeconds }: Verdict): Figure => ({
  what: `${name}: longest time without a success`,
  value: `${longestGapSeconds.toFixed(1)} s`,
  target: `<= ${maxGapSeconds} s`,
  isMet: longestGapSeconds <= maxGapSeconds,
  isTimed: true,
});

/** A request may take as long as the service promises, and half a second of this process. */
const SLACK_SECONDS = 0.5;

/** The longest time without a success at each process, which no promise rules: one may be down while the other serves. */
const figureOfGaps = ({ name }: Phase, calls: readonly CallLine[]): Figure => ({
  what: `${name}: longest time without a success at each process`,
  value: gapsOf(calls)
    .map((seconds) => `${seconds.toFixed(1)} s`)
    .join(', '),
});

/** The slowest end of a call, against the promise where a phase is about it. */
export function figuresOfSlowest(
  { name, maxAnswerSeconds }: Pick<Phase, 'name' | 'maxAnswerSeconds'>,
  slowestSeconds: number,
): Figure[] {
  if (maxAnswerSeconds === undefined) return [];
  const max = maxAnswerSeconds + SLACK_SECONDS;
  return [
    {
      what: `${name}: slowest end of a call of any kind, whatever came of it (R80)`,
      value: `${slowestSeconds.toFixed(1)} s`,
      target: `<= ${max} s`,
      isMet: slowestSeconds <= max,
      isTimed: true,
    },
  ];
}

/** Compares acknowledged creates with their rows, by all that a row shows without a key. */
async function checkOfFields({ tenants, databaseUrl }: Ground, calls: readonly CallLine[]): Promise<Check> {
  const acknowledged = listAcknowledged(calls, tenants);
  const ids = acknowledged.map(({ id }) => id);
  return {
    what: 'I1: acknowledged creates whose row has another tenant, order, person or card than was sent',
    count: countUnlike(acknowledged, await readFields(databaseUrl(), ids)),
  };
}

/** What has to be 0 by journals and rows, whatever still has to be told. */
async function checksOfPhase(
  ground: Ground,
  phase: Phase,
  journal: string,
  verdict: Verdict,
  calls: readonly CallLine[],
  reads: readonly ReadLine[],
): Promise<Check[]> {
  const { stage, tenants, disturbances } = ground;
  const databaseUrl = ground.databaseUrl();
  const ended = await judge(`${journal}-ends`, databaseUrl);
  return [
    ...checksOfLoad(phase, verdict, calls, endsOf(`${journal}-ends`), disturbances.outages),
    ...checksOfMix(contract, calls, tenants, disturbances.budgets),
    await checkOfFields(ground, calls),
    ...(await checksOfRows(databaseUrl, calls)),
    ...(await checksOfActs(databaseUrl, readActs(stage.directory))),
    {
      what: 'I4: reads after an acknowledged create, cancel or approval, at either process, that show another status',
      count: countUnended(reads),
    },
    {
      what: 'I9: answers to creates, cancels, approvals and reads around them whose status or body is not that of the published contract',
      count: countOutside(ground, [
        [journal, CREATE],
        [`${journal}-ends`, CREATE],
        [cancelsOf(`${journal}-ends`), CANCEL],
        [approvalsOf(`${journal}-ends`), STEP],
        [readsOf(`${journal}-ends`), READ],
      ]),
    },
    {
      what: 'I1: ends whose create was acknowledged and lost, or doubled',
      count: ended.lost + ended.doubled,
    },
  ];
}

/** Judges journals and database after a phase; one that Ctrl-C cut short is judged without its webhooks, which had no time. */
export async function judgePhase(
  ground: Ground,
  phase: Phase,
  size: Size,
  journal: string,
  ends: Ends,
  { figures, seconds }: { figures: readonly Figure[]; seconds: number },
): Promise<Judged> {
  const { stage } = ground;
  const sinceMs = performance.now();
  const verdict = await judge(journal, ground.databaseUrl());
  const calls = readJournal<CallLine>(callsOf(journal));
  const reads = readJournal<ReadLine>(readsOf(`${journal}-ends`));
  const load = phase.load?.[size];
  const ofLoad = load ? figuresOfMix(phase.name, calls, ground.tenants.length, load) : [];
  const all = await checksOfPhase(ground, phase, journal, verdict, calls, reads);
  const checks = all.filter(({ isOfLoad }) => !stage.signal.aborted || !isOfLoad);
  const unheard = await countUnheard(ground, ends);
  if (!stage.signal.aborted) {
    checks.push(
      {
        what: `I5: acknowledged ends not told of within ${DRAIN_MS / 1_000} s after healing`,
        count: unheard,
        isAwaited: true,
      },
      {
        what: 'loads without an end that was acknowledged',
        count: ends.ended.size > 0 ? 0 : 1,
        isAwaited: true,
      },
      {
        what: 'I4: loads in which no read showed a change',
        count: countChanged(reads) > 0 ? 0 : 1,
        isAwaited: true,
      },
    );
  }
  const found = await checkInvariants(ground.databaseUrl(), {
    secrets: CANARIES,
    erasedIds: listErased(readActs(stage.directory)),
  });
  checks.push(...found.map(({ name, what, broken }) => ({ what: `${name}: ${what}`, count: broken })));
  const told = [
    ...ofLoad,
    figureOfGap(phase, verdict),
    figureOfGaps(phase, calls),
    ...figuresOfSlowest(phase, slowestOf(calls)),
    ...figures,
  ];
  for (const { what, count } of checks) if (count > 0) stage.say(`  MISSED ${what}: ${count}`);
  if (checks.some(({ count }) => count > 0)) stage.say(`  creates were answered: ${answersOf(verdict)}`);
  for (const { what, value, isMet } of told) if (isMet === false) stage.say(`  MISSED ${what}: ${value}`);
  const took = { seconds, judgedSeconds: (performance.now() - sinceMs) / 1_000 };
  const [name, minutes] = [phase.name, phase.minutes[size]];
  const head = await readHead(ground.databaseUrl());
  return { phase: name, minutes, took, what: phase.what, figures: told, checks, verdict, journal, head };
}
