import { LEASE_SECONDS } from '../../../scripts/deployment/database-files.ts';
import type { Verdict } from '../load/judge.ts';
import { figuresOf, type Trial } from '../trial.ts';
import { openCluster, underLoad, waitForSuccess } from './faults.ts';

/** How much longer than the lease the choice of a new primary may take. */
const CHOICE_SECONDS = 3;

const LONGEST = LEASE_SECONDS + CHOICE_SECONDS;

/** Kills agent and database of the primary, round after round. */
export const machineDeath: Trial = {
  help: 'kill -9 of the agent and all of PostgreSQL on the primary (T2, S21)',
  needs: ['patroni', 'etcd', 'haproxy', 'pg_ctl'],
  usual: { rounds: 10, rate: 40 },
  async run(stage, choices) {
    const service = await openCluster(stage);
    const verdicts: Record<string, Verdict> = {};
    for (let round = 1; round <= choices.rounds; round++) {
      const name = `round ${round}`;
      const seed = choices.seed * 1_000 + round;
      verdicts[name] = await underLoad(stage, service, name, { ...choices, seed }, async (load) => {
        const primary = await service.cluster.primary();
        await primary.die();
        stage.say(`${name}: ${primary.name} is dead`);
        await waitForSuccess(stage, load);
        primary.startAgent();
      });
    }
    return {
      verdicts,
      figures: Object.entries(verdicts).flatMap(([name, verdict]) => figuresOf(name, verdict, LONGEST)),
    };
  },
};
