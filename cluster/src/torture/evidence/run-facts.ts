import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outage } from '../disturbances.ts';
import type { Known } from '../judge-journal.ts';
import type { Head, Judged } from '../judged.ts';

/** A phase as it is judged again: its name, the file of its journal, and where the audit chain ended after it. */
type KeptPhase = { name: string; isCalm: boolean; journal: string; head?: Head | undefined };

/** What a run tells whoever judges it again, beside journals and database. */
export type RunFacts = Pick<Known, 'tenants' | 'disturbances' | 'webhookUrl'> & {
  seed: number;
  size: string;
  /** Ctrl-C ended it, so that loads may have been too short to show anything. */
  isCut: boolean;
  phases: readonly KeptPhase[];
  /** Figures that the run itself missed: some of them are of answers, or of processes, that are gone. */
  missed: readonly string[];
};

const FILE = 'run.json';

/** A directory that cannot be judged, and what to do about it. */
export class UnreadableRunError extends Error {
  override readonly name = 'UnreadableRunError';
}

/** Names a phase for whoever judges it again. */
export const keptPhase = ({ phase, journal, head }: Judged, isCalm: boolean): KeptPhase => ({
  ...{ name: phase, isCalm, head },
  journal: journal.split('/').at(-1) ?? '',
});

/** Writes the facts beside the journals. */
export function writeFacts(directory: string, facts: RunFacts): void {
  const { tenants, disturbances, ...others } = facts;
  const { outages, budgets } = disturbances;
  const known = tenants.map(({ mark, companyId, ratePerSecond, rateBurst }) => ({
    ...{ mark, companyId, ratePerSecond, rateBurst },
  }));
  const text = JSON.stringify({ ...others, tenants: known, disturbances: { outages, budgets } });
  writeFileSync(join(directory, FILE), `${text}\n`);
}

/** An end that has not come has no number in JSON. */
const endless = <One extends { untilMs: number | null }>(one: One): One & { untilMs: number } => ({
  ...one,
  untilMs: one.untilMs ?? Number.POSITIVE_INFINITY,
});

/** Reads the facts of a run; says what to do where there are none. */
export function readFacts(directory: string): RunFacts {
  const path = join(directory, FILE);
  if (!existsSync(path))
    throw new UnreadableRunError(
      `${directory} has no ${FILE}: name the directory in which a run says that its journals stay, or keep one with npm run torture -- --seed 1 --keep`,
    );
  try {
    const facts = JSON.parse(readFileSync(path, 'utf8')) as RunFacts;
    const { outages, budgets } = facts.disturbances;
    return {
      ...facts,
      disturbances: {
        outages: outages.map((one): Outage => endless(one)),
        budgets: { ...budgets, unsettled: budgets.unsettled.map(endless) },
      },
    };
  } catch (error) {
    throw new UnreadableRunError(`${path} is cut short or not of a run (${error}): run its seed again`);
  }
}
