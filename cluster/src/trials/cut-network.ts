import { join } from 'node:path';
import { type Load, startCreates } from '../load/creates.ts';
import { judge, type Verdict } from '../load/judge.ts';
import type { Stage } from '../stage/children.ts';
import { CUTS } from '../stage/network.ts';
import { type PartedRoles, type PlaceName, startPartedRoles } from '../stage/parted-roles.ts';
import type { Choices, Figure, Trial } from '../trial.ts';
import { calm, liftLimits, waitForSuccess } from './faults.ts';

const CUT_MS = 8_000;
const CALM_MS = 3_000;
const MAX_SECONDS = 5;

/** Between whom the network is cut. */
const PAIRS: readonly (readonly [title: string, cuts: readonly (readonly [PlaceName, PlaceName])[]])[] = [
  ['balancer and one api', [['balancer', 'api1']]],
  ['one api and database', [['api1', 'database']]],
  [
    'both api and database',
    [
      ['api1', 'database'],
      ['api2', 'database'],
    ],
  ],
  ['worker and database', [['worker', 'database']]],
  [
    'both api and engine',
    [
      ['api1', 'engine'],
      ['api2', 'engine'],
    ],
  ],
];

/** A cut and what became of the creates beside it; `healSeconds` from its end to the next success. */
export type CutVerdict = { verdict: Verdict; healSeconds: number };

/** Judges one cut: nothing lost or doubled, each request ended and each cut healed within 5 s. */
export function figuresOfCut(title: string, { verdict, healSeconds }: CutVerdict): Figure[] {
  const { sent, acknowledged, lost, doubled, outsideContract, slowestSeconds, longestGapSeconds } = verdict;
  const within = (seconds: number): Pick<Figure, 'target' | 'isMet'> => ({
    target: `<= ${MAX_SECONDS} s`,
    isMet: seconds <= MAX_SECONDS,
  });
  return [
    {
      what: `${title}: lost, doubled, answers outside the contract`,
      value: `${lost}, ${doubled}, ${outsideContract} of ${sent} sent, ${acknowledged} acknowledged, at most ${longestGapSeconds.toFixed(1)} s without a success`,
      target: '0, 0, 0',
      isMet: lost + doubled + outsideContract === 0,
    },
    { what: `${title}: slowest answer`, value: `${slowestSeconds.toFixed(1)} s`, ...within(slowestSeconds) },
    {
      what: `${title}: success after the cut ends`,
      value: `${healSeconds.toFixed(1)} s`,
      ...within(healSeconds),
    },
  ];
}

async function cutUnderLoad(
  stage: Stage,
  { network, nodes, adminUrl }: PartedRoles,
  title: string,
  { rate, seed }: Choices,
  makeCut: () => void,
): Promise<CutVerdict> {
  const journal = join(stage.directory, `${title.replaceAll(/\W+/g, '-')}.journal`);
  const load: Load = await startCreates(nodes, journal, rate, seed);
  let healSeconds = 0;
  try {
    await calm(stage, CALM_MS);
    makeCut();
    await calm(stage, CUT_MS);
    network.heal();
    const sinceMs = load.nowMs();
    await waitForSuccess(stage, load);
    healSeconds = Math.max(0, load.firstAfter(sinceMs) - sinceMs) / 1_000;
    await calm(stage, CALM_MS);
  } finally {
    network.heal();
    await load.stop();
  }
  const verdict = await judge(journal, adminUrl);
  stage.say(`${title}: healed in ${healSeconds.toFixed(1)} s; ${JSON.stringify(verdict)}`);
  return { verdict, healSeconds };
}

/** Cuts the network between two machines at a time, in each way. */
export const cutNetwork: Trial = {
  help: 'the network cut between balancer, api, worker, engine and database: drop, reset, 30 % loss (T11, S54)',
  needs: ['ip', 'nft', 'haproxy'],
  usual: { rounds: 1, rate: 20 },
  async run(stage, choices) {
    const deployment = await startPartedRoles(stage);
    await liftLimits(deployment.adminUrl);
    const verdicts: Record<string, Verdict> = {};
    const figures: Figure[] = [];
    for (let round = 1; round <= choices.rounds; round++) {
      for (const [name, cuts] of PAIRS) {
        for (const how of Object.keys(CUTS) as (keyof typeof CUTS)[]) {
          const title = `${name}, ${how}${choices.rounds > 1 ? `, round ${round}` : ''}`;
          const seed = choices.seed * 1_000 + figures.length;
          const cut = await cutUnderLoad(stage, deployment, title, { ...choices, seed }, () => {
            for (const [one, other] of cuts) deployment.network.cut(one, other, how);
          });
          verdicts[title] = cut.verdict;
          figures.push(...figuresOfCut(title, cut));
        }
      }
    }
    return { verdicts, figures };
  },
};
