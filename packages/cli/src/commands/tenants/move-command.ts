import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import {
  abortMove,
  type End,
  endLeftWork,
  lockMove,
  type MoveDeps,
  moveTenant,
  nameConnections,
} from '@titular/server/cells/index.ts';
import { type Config, readConfig } from '@titular/server/config/config.ts';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { awaitDatabase } from '@titular/server/kernel/database/await-database.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { describeDatabase } from '@titular/server/kernel/database/database-problem.ts';
import { checkFiles, openDeployment, prepareDatabase } from '@titular/server/start/open-database.ts';
import { readId } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, Line } from '../../frame/command.ts';
import { pause } from '../../frame/pause.ts';
import { UsageError } from '../../frame/usage-error.ts';

/** Creating a slot waits for transactions that are under way, and the first copy of a table for its rows. */
const LIMIT_MS = 1_800_000;
const POOL_SIZE = 4;

const AT_ONCE = { waitMs: 0, say: (): void => undefined };

/** The settings of the other deployment from its environment file, which names its secrets as it does for its own service. */
async function readTarget(file: string): Promise<Config> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The file ${file} cannot be read (${error.code}).`);
  });
  return readConfig(parseEnv(text));
}

function requireAddress({ databaseUrl }: Config, whose: string): string {
  if (databaseUrl !== undefined) return databaseUrl;
  throw new OperatorRefusal(
    'forbidden',
    `${whose} deployment has an embedded database, which cannot replicate: give it a PostgreSQL of its own by DATABASE_URL (docs/operations/cells.md).`,
  );
}

/** The address of the source's database as the target's server reaches it, with another host and port where they are named. */
function addressFor(databaseUrl: string, given: string | undefined): string {
  if (given === undefined) return databaseUrl;
  const [, host = '', port = '5432'] = /^(\[[0-9a-f:]+\]|[^:\s&]+)(?::(\d{1,5}))?$/i.exec(given) ?? [];
  if (host === '') throw new UsageError('--source-address must be a host, or host:port.');
  const named = new URLSearchParams({ host: host.replace(/[[\]]/g, ''), port });
  return `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}${named}`;
}

/** Both deployments open, and what closes them. */
type Opened = Pick<MoveDeps, 'source' | 'target' | 'replicateFrom'> & {
  sourceUrl: string;
  close(): Promise<void>;
};

async function openTarget(config: Config, databaseUrl: string, database: Database): Promise<End> {
  await checkFiles(config);
  await awaitDatabase(databaseUrl, AT_ONCE);
  const { environment } = config;
  await prepareDatabase(databaseUrl, database, environment, { mode: 'check', say: () => undefined });
  const masterKeys = await openDeployment(config, database);
  return { db: database.db, masterKeys, config, name: describeDatabase(databaseUrl) };
}

async function openEnds(
  { config, masterKeys }: CommandContext,
  { options }: Arguments,
  name: string,
): Promise<Opened> {
  const { to: file } = options;
  if (file === undefined)
    throw new UsageError('--to must name the environment file of the other deployment.');
  const other = await readTarget(file);
  const sourceUrl = requireAddress(config, 'This');
  const targetUrl = requireAddress(other, 'The other');
  const replicateFrom = addressFor(sourceUrl, options['source-address']);
  const [here, there] = [sourceUrl, targetUrl].map((url) =>
    connect(url, POOL_SIZE, () => undefined, { limitMs: LIMIT_MS, name }),
  ) as [Database, Database];
  const close = async (): Promise<void> => void (await Promise.all([here.close(), there.close()]));
  try {
    const target = await openTarget(other, targetUrl, there);
    const source = { db: here.db, masterKeys, config, name: describeDatabase(sourceUrl) };
    return { source, target, replicateFrom, sourceUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Moves, or undoes a move, line by line; Ctrl-C takes a switch that is under way back. */
async function* move(context: CommandContext, args: Arguments, tenantId: TenantId): AsyncGenerator<Line> {
  const { operator, stopping } = context;
  const own = nameConnections(tenantId);
  const { close, sourceUrl, ...ends } = await openEnds(context, args, own);
  try {
    const lock = await lockMove(sourceUrl, tenantId);
    try {
      for (const end of [ends.source, ends.target]) await endLeftWork(end, { tenantId, own });
      const deps: MoveDeps = {
        ...ends,
        ...{ tenantId, by: operator, stopping, requireLock: lock.require },
        pause: (ms) => pause(ms, stopping),
      };
      const options = {
        keepSource: args.switches.has('keep-source'),
        acceptsDifferences: args.switches.has('accept-differences'),
      };
      const news = args.switches.has('abort') ? abortMove(deps) : moveTenant(deps, options);
      for await (const { step, text, facts } of news) yield { text, record: { step, ...facts } };
    } finally {
      await lock.release();
    }
  } finally {
    await close();
  }
}

/** Moving a tenant to another deployment. */
export const moveCommands: readonly Command[] = [
  {
    name: 'tenants move',
    summary:
      'Move a tenant to another deployment while it is served, with a pause of seconds. Ctrl-C loses nothing; run it again to go on, or with --abort to undo it.',
    positionals: ['tenant'],
    options: {
      to: {
        value: 'file',
        text: 'Environment file of the other deployment: its DATABASE_URL and master key.',
      },
      'source-address': {
        value: 'host:port',
        text: 'Where the other database reaches this one, if not by the host in DATABASE_URL.',
      },
      'keep-source': {
        text: 'Stop after the switch with the rows here kept, closed; run it again without to delete them.',
      },
      'accept-differences': {
        text: 'Move although the other deployment has another engine version, a looser match threshold or a smaller gallery limit.',
      },
      abort: { text: 'Undo a move that has not been switched yet.' },
    },
    examples: [
      'titular tenants move "Loja Azul" --to /etc/titular/cell-b.env',
      'titular tenants move "Loja Azul" --to /etc/titular/cell-b.env --abort',
    ],
    async run(context, args) {
      const tenantId = readId(args.positionals[0] ?? '', 'tenant');
      return { kind: 'lines', lines: move(context, args, tenantId) };
    },
  },
];
