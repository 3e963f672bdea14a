import { join } from 'node:path';
import { startCreates } from '../load/creates.ts';
import { judge } from '../load/judge.ts';
import { startPair } from '../stage/embedded-pair.ts';
import { startForwarder } from '../stage/forwarder.ts';
import { startNodes, waitUntilReady } from '../stage/nodes.ts';
import { waitFor } from '../stage/wait.ts';
import { figuresOf, type Trial } from '../trial.ts';
import { calm, liftLimits, waitForSuccess } from './faults.ts';

const LONGEST_SECONDS = 30;
const HEALED_MS = 10_000;

/** Two nodes, two servers of the embedded PostgreSQL, and a promotion by hand. */
export const smoke: Trial = {
  help: 'the primary dies, its standby is promoted by hand, and the name moves; needs no program of Debian (S16, S21)',
  needs: [],
  usual: { rounds: 1, rate: 20 },
  async run(stage, { rate, seed }) {
    const { primary, standby, addressOf } = await startPair(stage);
    const name = await startForwarder(stage, primary.port);
    const nodes = await startNodes(stage, addressOf(name.port));
    await liftLimits(addressOf(name.port));
    const journal = join(stage.directory, 'smoke.journal');
    const load = await startCreates(nodes, journal, rate, seed);
    let healedMs = 0;
    try {
      await calm(stage);
      // Nobody tells the nodes: the server dies, and the name leads to another a moment later.
      await primary.process.kill();
      stage.say('the primary is dead');
      await standby.query('SELECT pg_promote()');
      await waitFor('the promotion', HEALED_MS, stage.signal, async () => {
        const [row] = await standby.query('SELECT pg_is_in_recovery() AS is_standby');
        return row?.['is_standby'] === false;
      });
      name.move(standby.port);
      await waitForSuccess(stage, load);
      healedMs = await waitUntilReady(stage, nodes.urls, HEALED_MS);
      await calm(stage);
    } finally {
      await load.stop();
    }
    const verdict = await judge(journal, addressOf(standby.port));
    return {
      verdicts: { promotion: verdict },
      figures: [
        ...figuresOf('promotion', verdict, LONGEST_SECONDS),
        {
          what: 'promotion: both nodes ready again after the first success',
          value: `${(healedMs / 1_000).toFixed(1)} s`,
          target: `<= ${HEALED_MS / 1_000} s`,
          isMet: healedMs <= HEALED_MS,
        },
      ],
    };
  },
};
