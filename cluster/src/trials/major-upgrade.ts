import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FollowedPage, followPage } from '@titular/test-kit/pages/follow-page.ts';
import { postgresPrograms } from '../../../scripts/debian-programs.ts';
import { startCreates } from '../load/creates.ts';
import { startReceiver } from '../load/heard.ts';
import { checkInvariants, figuresOfInvariants } from '../load/invariants.ts';
import { judge } from '../load/judge.ts';
import { type People, type Played, startPeople } from '../load/people.ts';
import type { Stage } from '../stage/children.ts';
import {
  addressOf,
  makeCluster,
  makeServiceDatabase,
  type Server,
  startServer,
} from '../stage/embedded-pair.ts';
import { startForwarder } from '../stage/forwarder.ts';
import { startNodes } from '../stage/nodes.ts';
import { waitFor } from '../stage/wait.ts';
import { type Figure, figuresOf, type Trial } from '../trial.ts';
import { calm, liftLimits, waitForSuccess } from './faults.ts';

const PAGE = 'operations/postgres-major-upgrade.md';
const COPY_LIMIT_MS = 300_000;
const MAX_CLOSED_SECONDS = 30;
const GAP_SECONDS = 60;
const PASSWORD = 'trial';

const SETTINGS = ["listen_addresses = '127.0.0.1'", 'wal_level = logical'];

/** A server without the service's database, as an operator finds a new one. */
async function startNew(stage: Stage): Promise<Server> {
  const server = await startServer(stage, 'new', await makeCluster(stage, 'new', SETTINGS));
  await makeServiceDatabase(server);
  return server;
}

async function followAsOperator(stage: Stage, servers: Record<'old' | 'new', Server>, data: string) {
  const services = join(stage.directory, 'services.conf');
  const lines = Object.entries(servers).map(
    ([name, { port }]) => `[${name}]\nhost=127.0.0.1\nport=${port}\ndbname=titular\nuser=postgres\n`,
  );
  await writeFile(services, lines.join(''), { mode: 0o600 });
  const page = await followPage(PAGE, {
    PATH: `${postgresPrograms()}:/usr/bin:/bin`,
    PGSERVICEFILE: services,
    COPY_PASSWORD: PASSWORD,
    COPY_FROM: `host=127.0.0.1 port=${servers.old.port} dbname=titular user=titular_copy password=${PASSWORD}`,
    DATABASE_URL: addressOf(servers.new.port),
    TITULAR_PUBLIC_URL: 'http://titular.example',
    TITULAR_DATA_DIR: data,
  });
  stage.onClose(page.close);
  return page;
}

/** Runs a step; one that fails says what it wrote. */
async function follow(page: FollowedPage, name: string): Promise<string> {
  const { code, output, errors } = await page.run(name);
  if (code !== 0) throw new Error(`${PAGE} ${name} ended with ${code}\n${output}${errors}`);
  return output;
}

/** Begins to copy, and waits until all of it is there. */
async function copy(stage: Stage, page: FollowedPage): Promise<void> {
  await follow(page, 'publish');
  await follow(page, 'copy');
  await waitFor('the copy', COPY_LIMIT_MS, stage.signal, async () => {
    const progress = await follow(page, 'progress');
    const [, copied, all] = /enabled=true\|copied=(\d+)\/(\d+)/.exec(progress) ?? [];
    return copied !== undefined && copied === all;
  });
  await follow(page, 'analyze');
}

/** How long each step of the switch took, in seconds. */
type Steps = Record<string, number>;

async function timed(steps: Steps, name: string, work: () => Promise<unknown>): Promise<void> {
  const sinceMs = performance.now();
  await work();
  steps[name] = (performance.now() - sinceMs) / 1_000;
}

/** What the trial saw of the upgrade itself. */
export type Upgraded = {
  returned: boolean;
  steps: Steps;
  closedSeconds: number;
  versions: readonly string[];
};

/** The figures of an upgrade apart from its load. */
export function figuresOfUpgrade({ returned, steps, closedSeconds, versions }: Upgraded): Figure[] {
  const parts = Object.entries(steps).map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`);
  return [
    { what: 'upgrade: from and to', value: versions.join(' to ') },
    {
      ...{ what: 'upgrade: returned before the switch, and served again', value: returned ? 'yes' : 'no' },
      ...{ target: 'yes', isMet: returned },
    },
    {
      ...{
        what: 'upgrade: from the closing to the first new success',
        value: `${closedSeconds.toFixed(1)} s`,
      },
      ...{ target: `<= ${MAX_CLOSED_SECONDS} s`, isMet: closedSeconds <= MAX_CLOSED_SECONDS },
    },
    { what: 'upgrade: steps of the page', value: parts.join(', ') },
  ];
}

/** The figures of people who went through their pages meanwhile. */
export function figuresOfPeople(played: readonly Played[]): Figure[] {
  const other = played.filter(({ status }) => status !== 'approved');
  return [
    { what: 'people: captures through alternating nodes', value: String(played.length) },
    {
      ...{
        what: 'people: not approved',
        value: String(other.length),
        target: '0',
        isMet: other.length === 0,
      },
    },
    { what: 'people: erased', value: String(played.filter(({ isErased }) => isErased).length) },
  ];
}

const versionOf = async ({ query }: Server): Promise<string> =>
  `PostgreSQL ${(await query('SHOW server_version'))[0]?.['server_version']}`;

const erasedIds = (people: People): string[] =>
  people.played().flatMap(({ id, isErased }) => (isErased ? [id] : []));

/** From one major release to another by the page that an operator follows. */
export const majorUpgrade: Trial = {
  help: "Debian's PostgreSQL to the newest by logical replication, under load, as the page says (S63)",
  needs: ['pg_ctl'],
  usual: { rounds: 1, rate: 20 },
  async run(stage, { rate, seed }) {
    const old = await startServer(
      stage,
      'old',
      await makeCluster(stage, 'old', SETTINGS, postgresPrograms()),
    );
    await makeServiceDatabase(old);
    const next = await startNew(stage);
    const name = await startForwarder(stage, old.port);
    const nodes = await startNodes(stage, addressOf(name.port));
    await liftLimits(addressOf(old.port));
    const heard = await startReceiver(nodes.demo.webhookUrl, 0);
    stage.onClose(heard.close);
    const page = await followAsOperator(stage, { old, new: next }, nodes.data);
    const journal = join(stage.directory, 'upgrade.journal');
    const load = await startCreates(nodes, journal, rate, seed);
    const people = await startPeople(nodes, { seed, eraseEvery: 3 });
    const steps: Steps = {};
    let [returned, closedSeconds] = [false, Number.POSITIVE_INFINITY];
    try {
      await calm(stage);
      await copy(stage, page);
      await follow(page, 'close');
      await follow(page, 'return');
      await waitForSuccess(stage, load);
      returned = true;
      stage.say('returned; the new database begins anew');
      await next.query('DROP DATABASE titular');
      await next.query('CREATE DATABASE titular OWNER titular');
      await copy(stage, page);
      await calm(stage);
      const sinceMs = load.nowMs();
      for (const step of ['close', 'carry', 'compare', 'detach'])
        await timed(steps, step, () => follow(page, step));
      name.move(next.port);
      const openedMs = load.nowMs();
      await waitForSuccess(stage, load);
      closedSeconds = (load.firstAfter(openedMs) - sinceMs) / 1_000;
      await timed(steps, 'renumber', () => follow(page, 'renumber'));
      // The gallery has to know whom it knew, and pages that were open go on.
      const { length } = people.played();
      await waitFor(
        'people after the switch',
        COPY_LIMIT_MS,
        stage.signal,
        async () => people.played().length >= length + 4,
      );
    } finally {
      await load.stop();
    }
    await people.stop();
    const verdict = await judge(journal, addressOf(next.port, 'postgres'));
    const invariants = await checkInvariants(addressOf(next.port, 'postgres'), {
      secrets: ['Maria da Silva', ...people.played().map(({ identity }) => identity)],
      erasedIds: erasedIds(people),
    });
    const versions = [await versionOf(old), await versionOf(next)];
    return {
      verdicts: { upgrade: verdict },
      figures: [
        ...figuresOfUpgrade({ returned, steps, closedSeconds, versions }),
        ...figuresOf('upgrade', verdict, GAP_SECONDS),
        ...figuresOfPeople(people.played()),
        ...figuresOfInvariants('after the upgrade', invariants),
      ],
    };
  },
};
