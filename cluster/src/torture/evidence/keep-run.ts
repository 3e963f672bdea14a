import type { Outcome } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import type { Judged } from '../judged.ts';
import { PHASES, type Size } from '../phases.ts';
import { keepDatabase } from './kept-database.ts';
import { keptPhase, writeFacts } from './run-facts.ts';

/** Figures that were missed, but for those of this machine's time. */
const listViolated = ({ figures }: Outcome): string[] =>
  figures
    .filter(({ isMet, isTimed }) => isMet === false && !isTimed)
    .map(({ what, value }) => `${what}: ${value}`);

/** Keeps journals and database of a run that found a violation, or is to be kept whatever it found, so that it can be judged again. */
export async function keepRunFiles(
  ground: Ground,
  size: Size,
  judged: readonly Judged[],
  outcome: Outcome,
  isAsked: boolean,
): Promise<void> {
  const { stage, nodes, seed, tenants, disturbances, webhookUrl, database, databaseFiles } = ground;
  const missed = listViolated(outcome);
  if (missed.length === 0 && !isAsked) return;
  stage.keepLogs();
  const isCalm = (name: string): boolean => PHASES.find((one) => one.name === name)?.isCalm === true;
  writeFacts(stage.directory, {
    ...{ seed, size, tenants, disturbances, webhookUrl, missed, isCut: stage.signal.aborted },
    phases: judged.map((one) => keptPhase(one, isCalm(one.phase))),
  });
  // They have no database from here on.
  for (const child of nodes.processes) await child.kill();
  await keepDatabase(stage, database(), databaseFiles);
  stage.say(`judge it again with: npm run torture -- --judge ${stage.directory}`);
}
