import type { Load } from '../load/creates.ts';
import type { Verdict } from '../load/judge.ts';
import type { Stage } from '../stage/children.ts';
import { type Figure, figuresOf, type Trial } from '../trial.ts';
import { openCluster, type Service, underLoad, waitForSuccess } from './faults.ts';
import { LONGEST_PAUSE_GAP_SECONDS, pausePrimary } from './paused-primary.ts';

type Fault = {
  name: string;
  gapSeconds: number;
  make(stage: Stage, cluster: Service['cluster'], load: Load): Promise<void>;
};

const FAULTS: readonly Fault[] = [
  {
    name: 'postmaster killed',
    gapSeconds: 12,
    async make(stage, cluster, load) {
      process.kill(await (await cluster.primary()).postmaster(), 'SIGKILL');
      await waitForSuccess(stage, load);
    },
  },
  {
    name: 'switchover',
    gapSeconds: 5,
    async make(stage, cluster, load) {
      await cluster.switchOver(await cluster.primary(), await cluster.synchronous());
      await waitForSuccess(stage, load);
    },
  },
  {
    name: 'paused 30 s',
    gapSeconds: LONGEST_PAUSE_GAP_SECONDS,
    make: pausePrimary,
  },
];

/** Each fault of a primary that is not the death of its machine. */
export const primaryFaults: Trial = {
  help: 'postmaster killed, switchover, and all of the primary paused for 30 s and back (T3, S21)',
  needs: ['patroni', 'etcd', 'haproxy', 'pg_ctl'],
  usual: { rounds: 1, rate: 40 },
  async run(stage, choices) {
    const service = await openCluster(stage);
    const verdicts: Record<string, Verdict> = {};
    const figures: Figure[] = [];
    for (let round = 1; round <= choices.rounds; round++) {
      for (const [index, { name, gapSeconds, make }] of FAULTS.entries()) {
        const title = choices.rounds > 1 ? `${name}, round ${round}` : name;
        const seed = choices.seed * 1_000 + round * FAULTS.length + index;
        const verdict = await underLoad(stage, service, title, { ...choices, seed }, (load) =>
          make(stage, service.cluster, load),
        );
        verdicts[title] = verdict;
        figures.push(...figuresOf(title, verdict, gapSeconds));
      }
    }
    return { verdicts, figures };
  },
};
