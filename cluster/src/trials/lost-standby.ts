import { figuresOf, type Trial } from '../trial.ts';
import { calm, openCluster, underLoad, waitForSuccess } from './faults.ts';

/** A commit waits for 5 s; Patroni looks every 5 s and chooses another standby. */
const LONGEST_SECONDS = 12;

/** Kills the standby that commits wait for; it comes back once they wait for another. */
export const lostStandby: Trial = {
  help: 'kill -9 of the synchronous standby: another is chosen, and nothing is lost (T4, S21)',
  needs: ['patroni', 'etcd', 'haproxy', 'pg_ctl'],
  usual: { rounds: 1, rate: 40 },
  async run(stage, choices) {
    const service = await openCluster(stage);
    const { cluster } = service;
    const verdict = await underLoad(stage, service, 'standby killed', choices, async (load) => {
      const standby = await cluster.synchronous();
      await standby.die();
      stage.say(`${standby.name}, which commits waited for, is dead`);
      await waitForSuccess(stage, load);
      await calm(stage, 10_000);
      const next = await cluster.synchronous();
      stage.say(`  commits wait for ${next.name}`);
      if (next.name === standby.name) throw new Error('no other standby was chosen');
      standby.startAgent();
    });
    return {
      verdicts: { 'standby killed': verdict },
      figures: figuresOf('standby killed', verdict, LONGEST_SECONDS),
    };
  },
};
