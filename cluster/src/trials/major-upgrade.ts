import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FollowedPage, followPage } from '@titular/test-kit/pages/follow-page.ts';
import { postgresPrograms } from '../../../scripts/debian-programs.ts';
import { type Load, startCreates } from '../load/creates.ts';
import { startReceiver } from '../load/heard.ts';
import { judge } from '../load/judge.ts';
import { awaitWebhooks, figuresOfPeople, judgeInvariants, type People, startPeople } from '../load/people.ts';
import type { Stage } from '../stage/children.ts';
import {
  addressOf,
  makeCluster,
  makeServiceDatabase,
  type Server,
  startServer,
} from '../stage/embedded-pair.ts';
import { type Forwarder, startForwarder } from '../stage/forwarder.ts';
import { startNodes } from '../stage/nodes.ts';
import { waitFor } from '../stage/wait.ts';
import { type Figure, figuresOf, type Trial } from '../trial.ts';
import { addDueDay, DUE_ROWS, type DueRows, dropDueDay, endDueDay } from './due-day.ts';
import { calm, liftLimits, waitForSuccess } from './faults.ts';

const PAGE = 'operations/postgres-major-upgrade.md';
const COPY_LIMIT_MS = 300_000;
const MAX_CLOSED_SECONDS = 30;
const GAP_SECONDS = 60;
/** The gallery of the new server has to know whom the old one knew. */
const PEOPLE_AFTER = 4;
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

/** Begins to copy, and waits until all of it is there; `before` is done once the old server is published. */
async function copy(stage: Stage, page: FollowedPage, before?: () => Promise<unknown>): Promise<void> {
  await follow(page, 'publish');
  await before?.();
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

async function timed<T>(steps: Steps, name: string, work: () => Promise<T>): Promise<T> {
  const sinceMs = performance.now();
  const result = await work();
  steps[name] = (performance.now() - sinceMs) / 1_000;
  return result;
}

/** What the trial saw of the upgrade itself. */
export type Upgraded = {
  returned: boolean;
  steps: Steps;
  closedSeconds: number;
  attempts: number;
  versions: readonly string[];
  /** Steps that were refused while the subscription was disabled. */
  refused: readonly string[];
  dueRows: DueRows;
};

/** The figures of an upgrade apart from its load. */
export function figuresOfUpgrade(upgraded: Upgraded): Figure[] {
  const { returned, steps, closedSeconds, attempts, versions, refused, dueRows } = upgraded;
  const parts = Object.entries(steps).map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`);
  return [
    { what: 'upgrade: from and to', value: versions.join(' to ') },
    {
      ...{ what: 'upgrade: returned before the switch, and served again', value: returned ? 'yes' : 'no' },
      ...{ target: 'yes', isMet: returned },
    },
    {
      ...{ what: 'upgrade: what a disabled subscription stopped', value: refused.join(', ') },
      ...{ target: 'close, carry', isMet: refused.join(', ') === 'close, carry' },
    },
    {
      what: 'upgrade: calls of a day that became due while it was copied, and left of them at the old server',
      value: `${dueRows.before}, ${dueRows.after}`,
      ...{ target: `${DUE_ROWS}, 1 that is held`, isMet: dueRows.before === DUE_ROWS && dueRows.after === 1 },
    },
    {
      ...{
        what: 'upgrade: from the closing to the first new success',
        value: `${closedSeconds.toFixed(1)} s`,
      },
      ...{ target: `<= ${MAX_CLOSED_SECONDS} s`, isMet: closedSeconds <= MAX_CLOSED_SECONDS },
    },
    {
      ...{ what: 'upgrade: attempts at webhooks renumbered', value: String(attempts) },
      ...{ target: '> 0', isMet: attempts > 0 },
    },
    { what: 'upgrade: steps of the page', value: parts.join(', ') },
  ];
}

const versionOf = async ({ query }: Server): Promise<string> =>
  `PostgreSQL ${(await query('SHOW server_version'))[0]?.['server_version']}`;

/** An old server, whose transactions are counted beyond those of any new one, as after years of use. */
async function startOld(stage: Stage): Promise<Server> {
  const cluster = await makeCluster(stage, 'old', SETTINGS, postgresPrograms());
  const { programs, data, account } = cluster;
  execFileSync(join(programs, 'pg_resetwal'), ['--epoch=1', data], {
    ...account,
    stdio: 'ignore',
    cwd: data,
  });
  const server = await startServer(stage, 'old', cluster);
  await makeServiceDatabase(server);
  return server;
}

/** Everything that the steps of an upgrade need. */
type Scene = {
  stage: Stage;
  page: FollowedPage;
  load: Load;
  people: People;
  name: Forwarder;
  old: Server;
  next: Server;
};

/** Copies, closes, and returns to the old server once the subscription is disabled, as by an error; answers the steps that were refused. */
async function tryReturn({ stage, page, load, old, next }: Scene): Promise<string[]> {
  const refused: string[] = [];
  const tryDisabled = async (step: string): Promise<void> => {
    await next.run(['ALTER SUBSCRIPTION titular_upgrade DISABLE']);
    await waitFor('the end of the copy', COPY_LIMIT_MS, stage.signal, async () => {
      const slots = await old.query(
        "SELECT active FROM pg_replication_slots WHERE slot_name = 'titular_upgrade'",
      );
      return slots[0]?.['active'] === false;
    });
    await old.run(["SELECT pg_logical_emit_message(true, 'trial', 'does not arrive')"]);
    if ((await page.run(step)).code !== 0) refused.push(step);
  };
  await copy(stage, page);
  await tryDisabled('close');
  await next.run(['ALTER SUBSCRIPTION titular_upgrade ENABLE']);
  await follow(page, 'close');
  await tryDisabled('carry');
  await follow(page, 'return');
  await waitForSuccess(stage, load);
  stage.say('returned; the new database begins anew');
  await next.query('DROP DATABASE titular');
  await next.query('CREATE DATABASE titular OWNER titular');
  return refused;
}

/** Switches to the new server, and lets people come to it who are known from before. */
async function switchOver({ stage, page, load, people, name, old, next }: Scene) {
  await copy(stage, page, () => addDueDay(old));
  const dueRows = await endDueDay(stage, old);
  await calm(stage);
  const steps: Steps = {};
  const sinceMs = load.nowMs();
  for (const step of ['close', 'carry', 'compare', 'detach'])
    await timed(steps, step, () => follow(page, step));
  name.move(next.port);
  const openedMs = load.nowMs();
  await waitForSuccess(stage, load);
  const closedSeconds = (load.firstAfter(openedMs) - sinceMs) / 1_000;
  const renumbered = await timed(steps, 'renumber', () => follow(page, 'renumber'));
  const { length } = people.played();
  await waitFor('people after the switch', COPY_LIMIT_MS, stage.signal, async () => {
    return people.played().length >= length + PEOPLE_AFTER;
  });
  await dropDueDay(stage, next);
  return { steps, closedSeconds, dueRows, attempts: Number(/UPDATE (\d+)/.exec(renumbered)?.[1]) };
}

/** From one major release to another by the page that an operator follows. */
export const majorUpgrade: Trial = {
  help: "Debian's PostgreSQL to the newest by logical replication, under load, as the page says (S63)",
  needs: ['pg_ctl'],
  usual: { rounds: 1, rate: 20 },
  async run(stage, { rate, seed }) {
    const [old, next] = [await startOld(stage), await startNew(stage)];
    const versions = [await versionOf(old), await versionOf(next)];
    const name = await startForwarder(stage, old.port);
    const nodes = await startNodes(stage, addressOf(name.port));
    await liftLimits(addressOf(old.port));
    const heard = await startReceiver(nodes.demo.webhookUrl, 0);
    stage.onClose(heard.close);
    const page = await followAsOperator(stage, { old, new: next }, nodes.data);
    const journal = join(stage.directory, 'upgrade.journal');
    const load = await startCreates(nodes, journal, rate, seed);
    const people = await startPeople(nodes, { seed, eraseEvery: 3 });
    const scene = { stage, page, load, people, name, old, next };
    let upgraded: Upgraded | undefined;
    try {
      await calm(stage);
      const refused = await tryReturn(scene);
      upgraded = { returned: true, refused, versions, ...(await switchOver(scene)) };
      await people.stop();
    } finally {
      people.leave();
      await load.stop();
    }
    const played = people.played();
    await awaitWebhooks(stage, played, heard);
    const adminUrl = addressOf(next.port, 'postgres');
    const verdict = await judge(journal, adminUrl);
    return {
      verdicts: { upgrade: verdict },
      figures: [
        ...figuresOfUpgrade(upgraded),
        ...figuresOf('upgrade', verdict, GAP_SECONDS),
        ...figuresOfPeople(played, heard),
        ...(await judgeInvariants('after the upgrade', stage, adminUrl, played)),
      ],
    };
  },
};
