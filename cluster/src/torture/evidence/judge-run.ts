import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { approvalsOf, cancelsOf, readsOf } from '../../load/ends.ts';
import { readJournal } from '../../load/journal.ts';
import { openStage } from '../../stage/children.ts';
import { checkHeads } from '../afterwards/chain.ts';
import { checkOfLost } from '../afterwards/deliveries.ts';
import { checkOfMade, checksOfSaid, readDue } from '../afterwards/told.ts';
import { callsOf, endsOf, judgeJournal, type Known } from '../judge-journal.ts';
import { checksOfDatabase } from '../judge-phase.ts';
import { type Check, checkOf } from '../judged.ts';
import { listEnded } from '../load/judge-ends.ts';
import { collectHeard, type HeardLine, type Hearing, heardOf } from '../load/webhook-watch.ts';
import { startKept } from './kept-database.ts';
import { type RunFacts, readFacts, UnreadableRunError } from './run-facts.ts';
import { tellChecks } from './tell-checks.ts';

/** Journals of a run that have to be there. */
const partsOf = (directory: string, { phases }: RunFacts): string[] => [
  heardOf(directory),
  ...phases.flatMap(({ journal }) => {
    const path = join(directory, journal);
    const ends = endsOf(path);
    return [path, callsOf(path), ends, cancelsOf(ends), approvalsOf(ends), readsOf(ends)];
  }),
];

/** Reads what was heard. */
function readHeard(directory: string): Hearing {
  const hearing = collectHeard();
  for (const line of readJournal<HeardLine>(heardOf(directory))) hearing.add(line);
  return hearing;
}

/** Lists acknowledged ends of a journal that nobody heard of (I5). */
function checkOfUnheard(hearing: Hearing, journal: string): Check {
  const heard = new Set(
    hearing
      .said()
      .flatMap(({ type, transactionId }) => (type === 'transaction.finished' ? transactionId : [])),
  );
  return checkOf(
    'I5: acknowledged ends that no receiver heard of',
    listEnded(endsOf(journal)).flatMap(({ id }) => (heard.has(id) ? [] : { about: id })),
  );
}

/** What has to be 0 of the whole run, by its database and by what was heard. */
async function checksOfRun(known: Known, { phases }: RunFacts, hearing: Hearing): Promise<Check[]> {
  const { databaseUrl, webhookUrl } = known;
  const due = await readDue(databaseUrl, webhookUrl);
  return [
    ...(await checksOfDatabase(known)),
    await checkHeads(
      databaseUrl,
      phases.map(({ head }) => head),
    ),
    await checkOfLost(databaseUrl, webhookUrl),
    checkOfMade(
      due.filter(({ isMade }) => isMade),
      hearing.hasHeard,
    ),
    ...checksOfSaid(hearing.said(), due),
    ...hearing.checks(),
  ];
}

/** Judges every phase, then the whole run, and tells each violation with the calls that led to it; gives how many there are. */
export async function judgeFiles(
  known: Known,
  facts: RunFacts,
  say: (line: string) => void,
): Promise<number> {
  const { directory } = known;
  const hearing = readHeard(directory);
  const parts: [string, readonly Check[]][] = [];
  for (const [place, { name, isCalm, journal }] of facts.phases.entries()) {
    const path = join(directory, journal);
    const { checks } = await judgeJournal(known, { isCalm }, path);
    // The last one had no time for what follows, where Ctrl-C cut it short.
    const isCut = facts.isCut && place === facts.phases.length - 1;
    const own = isCut
      ? checks.filter(({ isOfLoad }) => !isOfLoad)
      : [...checks, checkOfUnheard(hearing, path)];
    parts.push([name, own]);
  }
  parts.push(['the whole run', await checksOfRun(known, facts, hearing)]);
  for (const [name, checks] of parts) {
    say(`${name}: ${checks.length} checks`);
    tellChecks(checks, directory, (line) => say(`  ${line}`));
  }
  for (const line of facts.missed) say(`the run itself missed: ${line}`);
  const counts = parts.flatMap(([, checks]) => checks.map(({ count }) => count));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Judges what a run kept in a directory once more, tells each violation with the calls that led to it, and gives how many there are; throws an UnreadableRunError where there is nothing that could be judged. */
export async function judgeRun(
  directory: string,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<number> {
  const stage = await openStage(signal, say);
  try {
    if (!existsSync(directory))
      throw new UnreadableRunError(
        `${directory} is not there: name the directory in which a run says that its journals stay`,
      );
    const facts = readFacts(directory);
    const missing = partsOf(directory, facts).find((path) => !existsSync(path));
    if (missing) throw new UnreadableRunError(`${missing} is gone: run the seed again with --keep`);
    const known: Known = { ...facts, directory, databaseUrl: await startKept(stage, directory) };
    const found = await judgeFiles(known, facts, say);
    say(`seed ${facts.seed}, ${facts.size}, ${facts.phases.length} phases; violations: ${found}`);
    return found;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UnreadableRunError(
      `${directory} has a journal that is cut short (${error.message}): run its seed again with --keep`,
    );
  } finally {
    await stage.close();
  }
}
