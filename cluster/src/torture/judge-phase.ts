import { countChanged, type Ends } from '../load/ends.ts';
import { checkInvariants, readHorizon } from '../load/invariants.ts';
import type { Verdict } from '../load/judge.ts';
import { CARDHOLDERS } from '../load/requests.ts';
import { waitFor } from '../stage/wait.ts';
import type { Figure } from '../trial.ts';
import { readHead } from './afterwards/chain.ts';
import { tellChecks } from './evidence/tell-checks.ts';
import type { Ground } from './ground.ts';
import { judgeJournal, type Known } from './judge-journal.ts';
import { answersOf, type Check, checkOf, type Judged } from './judged.ts';
import { listErased, readActs } from './load/judge-acts.ts';
import { gapsOf, slowestOf } from './load/judge-answers.ts';
import { figuresOfMix } from './load/judge-mix.ts';
import type { CallLine } from './load/mix.ts';
import type { Phase, Size } from './phases.ts';

/** What names the persons of creates, in clear: it may stand in no row and no log. */
export const CANARIES = CARDHOLDERS.flatMap(({ name, cpf }) => [name, cpf]);

const DRAIN_MS = 90_000;
/** Webhooks that take longer than this after healing are told. */
const TOLD_SECONDS = 5;
/** Places of transactions that a database may give once more after a crash, because nothing of them was written. */
const REUSED = 1_000;
/** Ends that are told one by one, where their webhooks come late. */
const MAX_SAID = 10;

/** What the judge knows of a ground. */
const knownOf = ({ stage, databaseUrl, tenants, disturbances, webhookUrl }: Ground): Known => ({
  ...{ directory: stage.directory, databaseUrl: databaseUrl(), tenants, disturbances, webhookUrl },
});

/** Judges what a database shows, whatever the calls were: invariants, each by a statement of its own. */
export async function checksOfDatabase(
  { databaseUrl, directory, webhookUrl }: Known,
  rowsFrom = '0',
): Promise<Check[]> {
  const found = await checkInvariants(databaseUrl, {
    secrets: CANARIES,
    erasedIds: listErased(readActs(directory)),
    ownReceivers: webhookUrl,
    rowsFrom,
  });
  return found.map(({ name, what, broken, about = [] }) => ({
    what: `${name}: ${what}`,
    count: broken,
    found: about.map((one) => ({ about: one })),
  }));
}

/** Lists the ends that no webhook tells of once everything is healed and drained (I5). */
async function listUnheard({ stage, heard }: Ground, { ended }: Ends): Promise<string[]> {
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
  return unheard();
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
  const known = knownOf(ground);
  const { verdict, calls, reads, checks: all } = await judgeJournal(known, phase, journal);
  const load = phase.load?.[size];
  const ofLoad = load ? figuresOfMix(phase.name, calls, ground.tenants.length, load) : [];
  const checks = all.filter(({ isOfLoad }) => !stage.signal.aborted || !isOfLoad);
  const unheard = await listUnheard(ground, ends);
  if (!stage.signal.aborted) {
    checks.push(
      {
        ...checkOf(
          `I5: acknowledged ends not told of within ${DRAIN_MS / 1_000} s after healing`,
          unheard.map((about) => ({ about })),
        ),
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
  // What was looked through after an earlier phase is the same, unless it was written anew.
  const horizon = await readHorizon(known.databaseUrl);
  checks.push(...(await checksOfDatabase(known, ground.looked.until)));
  ground.looked.until = String(Math.max(0, Number(horizon) - REUSED));
  const told = [
    ...ofLoad,
    figureOfGap(phase, verdict),
    figureOfGaps(phase, calls),
    ...figuresOfSlowest(phase, slowestOf(calls)),
    ...figures,
  ];
  tellChecks(checks, stage.directory, (line) => stage.say(`  ${line}`));
  if (checks.some(({ count }) => count > 0)) stage.say(`  creates were answered: ${answersOf(verdict)}`);
  for (const { what, value, isMet } of told) if (isMet === false) stage.say(`  MISSED ${what}: ${value}`);
  const took = { seconds, judgedSeconds: (performance.now() - sinceMs) / 1_000 };
  const [name, minutes] = [phase.name, phase.minutes[size]];
  const head = await readHead(ground.databaseUrl());
  return { phase: name, minutes, took, what: phase.what, figures: told, checks, verdict, journal, head };
}
