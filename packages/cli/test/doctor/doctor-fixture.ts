import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Facts } from '@titular/cli/commands/doctor/check.ts';
import { openFacts } from '@titular/cli/commands/doctor/open-facts.ts';
import { runChecks } from '@titular/cli/commands/doctor/run-checks.ts';
import { readConfig } from '@titular/server/config/config.ts';
import { bindLedger } from '@titular/server/erasure/index.ts';
import { type Node, saveNode } from '@titular/server/nodes/index.ts';
import { asSuperuserIn } from '../../../server/test/audit/audit-fixture.ts';
import { type CommandFixture, openCommandFixture, startCommandLine } from '../command-fixture.ts';

/** Answer of `titular doctor --json`. */
type Told = {
  toDo: string[];
  cannotTell: string[];
  checks: { check: string; looksAt: string; answer: string; sentence: string }[];
};

type Settings = Record<string, string>;

/** A deployment in production of which nothing is to do. */
export type DoctorFixture = {
  commands: CommandFixture;
  masterKeyFile: string;
  ledgerFile: string;
  tenantId: string;
  companyId: string;
  query(text: string, values?: unknown[]): Promise<unknown>;
  /** Runs the command with settings changed; an empty one is as if it was not set. */
  doctor(changed?: Settings): Promise<{ code: number; told: Told; output: string; errors: string }>;
  /** Makes the checks with facts changed, and names what is to do. */
  check(changed: Partial<Facts>, settings?: Settings): Promise<string[]>;
  drop(): Promise<void>;
};

/** What `titular audit separate` comes to for the table of the log. */
export const SEPARATION =
  'ALTER TABLE audit_log OWNER TO postgres; GRANT SELECT, INSERT ON audit_log TO titular';

/** A node that is ready. */
export const NODE: Node = {
  nodeId: '00000000-0000-7000-8000-00000000000a',
  name: 'one:8787/1',
  version: '0.1.0',
  engineVersion: 'v',
  otherEngineVersion: undefined,
  masterKeyIds: [],
  skewSeconds: 0,
  answersCalls: true,
  settings: { TITULAR_MATCH_THRESHOLD: '0.5' },
  workNames: [],
  causes: [],
};

/** Writes the row of a node that stays live. */
export async function addNode({ database }: CommandFixture, node: Node): Promise<void> {
  await saveNode(database.db, node);
  await database.pool.query("UPDATE nodes SET seen_at = now() + interval '1 hour'");
}

async function seed(commands: CommandFixture): Promise<{ tenantId: string; companyId: string }> {
  const { tenant: tenantId } = await commands.ask<{ tenant: string }>('tenants', 'create', 'Loja Azul');
  const { company: companyId } = await commands.ask<{ company: string }>('companies', 'create', 'Loja Azul');
  await commands.database.pool.query(
    `INSERT INTO webhook_endpoints (tenant_id, endpoint_id, company_id, url, sealed_secret)
     VALUES ($1, gen_random_uuid(), $2, 'https://shop.example/hook', '')`,
    [tenantId, companyId],
  );
  await addNode(commands, NODE);
  await asSuperuserIn(commands.connectionString, (client) => client.query(SEPARATION));
  return { tenantId, companyId };
}

/** Opens the deployment. */
export async function openDoctorFixture(): Promise<DoctorFixture> {
  const settings: Settings = {
    TITULAR_ENV: 'production',
    TITULAR_PUBLIC_URL: 'https://titular.example',
    TITULAR_ALLOW_ROOT: 'on',
    TITULAR_TRUSTED_PROXIES: '10.0.0.1',
    TITULAR_OPERATIONS_PORT: '9464',
    TITULAR_ERASURE_LEDGER: 'off',
    TITULAR_MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const commands = await openCommandFixture(settings);
  const [masterKeyFile, ledgerFile] = ['master.key', 'erasures.ledger'].map((name) =>
    join(commands.directory, name),
  ) as [string, string];
  await writeFile(masterKeyFile, `${settings['TITULAR_MASTER_KEY']}\n`, { mode: 0o600 });
  const ids = await seed(commands);
  await bindLedger(commands.database.db, ledgerFile, new Date(0));
  const own = {
    ...settings,
    DATABASE_URL: commands.connectionString,
    TITULAR_DATA_DIR: commands.directory,
    TITULAR_ERASURE_LEDGER: ledgerFile,
    TITULAR_MASTER_KEY: '',
    TITULAR_MASTER_KEY_FILE: masterKeyFile,
  };
  return {
    ...{ commands, masterKeyFile, ledgerFile, ...ids },
    query: (text, values) => commands.database.pool.query(text, values),
    async doctor(changed = {}) {
      const running = startCommandLine(['doctor', '--json'], { ...own, ...changed });
      const code = await running.ended;
      const output = running.lines().join('\n');
      return { code, output, errors: running.errors(), told: JSON.parse(output || '{}') as Told };
    },
    async check(changed, more = {}) {
      const closers: (() => Promise<unknown>)[] = [];
      const progress = { say: () => undefined, end: () => undefined };
      const closeAtEnd = (close: () => Promise<unknown>) => void closers.push(close);
      const facts = await openFacts(readConfig({ ...own, ...more }), { progress, closeAtEnd } as never);
      const checked = await runChecks({ ...facts, ...changed });
      for (const close of closers) await close();
      return checked.filter(({ answer }) => answer === 'to do').map(({ name }) => name);
    },
    drop: () => commands.drop(),
  };
}
