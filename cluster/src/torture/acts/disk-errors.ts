import { hasProgram } from '../../../../scripts/debian-programs.ts';
import { failCalls } from '../../stage/faults/failing-calls.ts';
import { waitFor } from '../../stage/wait.ts';
import type { Figure } from '../../trial.ts';
import { calm } from '../../trials/faults.ts';
import type { Ground } from '../ground.ts';
import { zeroLate } from '../judged.ts';
import { failFor, figuresOfHealing, type Healed } from './healing.ts';

/** An error of the disk: which calls of the database fail, and in which of its processes; `provoke` makes them. */
type DiskError = {
  name: string;
  calls: readonly string[];
  error: string;
  backends: string;
  provoke?(ground: Ground): Promise<unknown>;
};

const SERVICE = "usename = 'titular'";
const MET_LIMIT_MS = 3_000;
const HOLD_MS = 500;
const CRASHED_MS = 30_000;

const checkpoint = ({ database }: Ground): Promise<unknown> => database().query('CHECKPOINT');

const ERRORS: readonly DiskError[] = [
  {
    name: 'fsync of the log fails (EIO)',
    calls: ['fsync', 'fdatasync'],
    error: 'EIO',
    backends: `${SERVICE} OR backend_type = 'walwriter'`,
  },
  {
    name: 'fsync of the rows fails (EIO)',
    calls: ['fsync', 'fdatasync'],
    error: 'EIO',
    backends: "backend_type = 'checkpointer'",
    provoke: checkpoint,
  },
  {
    name: 'writing the log fails (EIO)',
    calls: ['pwrite64', 'pwritev'],
    error: 'EIO',
    backends: `${SERVICE} OR backend_type = 'walwriter'`,
  },
  {
    name: 'writing the rows fails (ENOSPC)',
    calls: ['pwrite64', 'pwritev'],
    error: 'ENOSPC',
    backends: "backend_type = 'checkpointer'",
    provoke: checkpoint,
  },
];

/** Whether the database takes statements; one that gave up is started again, as a supervisor does. */
async function reviveDatabase(ground: Ground): Promise<void> {
  await waitFor('the database', CRASHED_MS, ground.stage.signal, async () => {
    if (ground.database().process.isOver()) await ground.replaceDatabase();
    await ground.database().query('SELECT 1');
    return true;
  });
}

/** Fails calls of processes of the database until one was met, and for a moment more; how many were. */
async function failDisk(ground: Ground, { name, calls, error, backends, provoke }: DiskError, round: number) {
  const { stage } = ground;
  let met = 0;
  const rows = await ground.database().query(`SELECT pid FROM pg_stat_activity WHERE ${backends}`);
  const pids = rows.map((row) => Number(row['pid']));
  const begin = async () => {
    const failing = await failCalls(stage, `disk-${round}`, { calls, error, pids });
    try {
      // It fails as it should, or its connection ends with the database.
      if (provoke) await provoke(ground).catch(() => undefined);
      const isMet = async (): Promise<boolean> => (await failing.met()) > 0;
      await waitFor(name, MET_LIMIT_MS, stage.signal, isMet).catch((found: Error) =>
        stage.say(found.message),
      );
      await calm(stage, HOLD_MS);
    } finally {
      met = await failing.met();
      await failing.heal();
    }
  };
  // How often it starts again by itself until then is not known.
  const isSettled = ground.disturbances.unsettle();
  const healed = await failFor(ground, 0, begin, () => reviveDatabase(ground).finally(isSettled));
  return { met, healed };
}

/** Judges errors of the disk; one that no call met shows nothing. */
export const figuresOfDisk = (met: Readonly<Record<string, number>>, healed: readonly Healed[]): Figure[] => [
  {
    what: 'disk: calls of the database that failed, of these kinds',
    value: Object.entries(met)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  },
  zeroLate('disk: kinds that no call met', Object.values(met).filter((count) => count === 0).length),
  ...figuresOfHealing('disk', healed),
];

/** Fails fsync and writes of the database, which ends and recovers from its log where it cannot be sure of what is there (R83). */
export async function failDisks(ground: Ground, milliseconds: number): Promise<Figure[]> {
  if (!hasProgram('strace')) return [{ what: 'disk', value: 'not tried: strace is not installed' }];
  const endMs = performance.now() + milliseconds;
  const met: Record<string, number> = {};
  const healed: Healed[] = [];
  for (let round = 0; round < ERRORS.length || performance.now() < endMs; round += 1) {
    const error = ERRORS[round % ERRORS.length];
    if (!error) break;
    ground.stage.say(`  ${error.name}`);
    const found = await failDisk(ground, error, round);
    met[error.name] = (met[error.name] ?? 0) + found.met;
    healed.push(found.healed);
  }
  return figuresOfDisk(met, healed);
}
