import { type EtcdProtocol, LEASE_SECONDS } from '../../../scripts/deployment/database-files.ts';
import type { Load } from '../load/creates.ts';
import type { Verdict } from '../load/judge.ts';
import type { Stage } from '../stage/children.ts';
import { type Choices, figuresOf, type Outcome, type Trial } from '../trial.ts';
import { calm, judgeAgain, openCluster, type Service, underLoad, waitForSuccess } from './faults.ts';

const PAUSE_MS = 30_000;

/** Seconds without a success that a pause may cost: the lease, and the choice of a new primary. */
export const LONGEST_PAUSE_GAP_SECONDS: number = LEASE_SECONDS + 3;

/** Stops agent and database of the primary for longer than its lease, as a virtual machine that is moved; then lets both go on. */
export async function pausePrimary(stage: Stage, cluster: Service['cluster'], load: Load): Promise<void> {
  const primary = await cluster.primary();
  const pids = await primary.pids();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    await calm(stage, PAUSE_MS);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
  stage.say(`  ${primary.name} is back`);
  await waitForSuccess(stage, load);
}

/** Pauses round after round; what came later must not undo an earlier round, so all are judged at the end. */
async function pauseRounds(
  stage: Stage,
  choices: Choices,
  protocol: EtcdProtocol,
): Promise<Record<string, Verdict>> {
  const service = await openCluster(stage, protocol);
  const names = Array.from({ length: choices.rounds }, (_, index) => `round ${index + 1}`);
  for (const [index, name] of names.entries()) {
    const seed = choices.seed * 1_000 + index;
    await underLoad(stage, service, name, { ...choices, seed }, (load) =>
      pausePrimary(stage, service.cluster, load),
    );
  }
  return judgeAgain(stage, service, names);
}

const NO_DEVICE = { what: 'watchdog', value: 'none: nothing but the protocol guards' };

/** Pauses under the protocol of the sample. */
export const pausedPrimary: Trial = {
  help: 'all of the primary paused for 30 s and back, round after round, as the sample has it (T3, S21)',
  needs: ['patroni', 'etcd', 'haproxy', 'pg_ctl'],
  usual: { rounds: 10, rate: 20 },
  async run(stage, choices) {
    const verdicts = await pauseRounds(stage, choices, 'etcd');
    const figures = Object.entries(verdicts).flatMap(([name, verdict]) =>
      figuresOf(name, verdict, LONGEST_PAUSE_GAP_SECONDS),
    );
    return { verdicts, figures: [NO_DEVICE, ...figures] };
  },
};

/** Pauses under the protocol that the sample avoids; it has no target, because it shows why. */
export const pausedEtcd3: Trial = {
  help: 'the same with the protocol etcd3 of Patroni, which the sample avoids; figures only',
  needs: ['patroni', 'etcd', 'haproxy', 'pg_ctl'],
  usual: { rounds: 5, rate: 20 },
  async run(stage, choices): Promise<Outcome> {
    const verdicts = await pauseRounds(stage, choices, 'etcd3');
    const figures = Object.entries(verdicts).map(([name, { acknowledged, lost, longestGapSeconds }]) => ({
      what: `${name}: acknowledged; of these lost; longest time without a success`,
      value: `${acknowledged}; ${lost}; ${longestGapSeconds.toFixed(1)} s`,
    }));
    return { verdicts, figures: [NO_DEVICE, ...figures] };
  },
};
