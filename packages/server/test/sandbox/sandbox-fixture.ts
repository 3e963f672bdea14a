import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@titular/server/kernel/base/id.ts';
import type { Route } from '@titular/server/kernel/http/route.ts';
import { routeTable } from '@titular/server/modules.ts';
import { type ManualClock, newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect } from 'vitest';
import type { Answer, Merchant } from '../transactions/api.ts';

/** A service of production; `environment` is what a command beside it is started with. */
export type Production = {
  service: TestService;
  environment: Record<string, string>;
  close(): Promise<void>;
};

/** Starts a service of production, with a master key in a file as an operator makes one. */
export async function startProduction(): Promise<Production> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  const keyFile = join(directory, 'production.key');
  await writeFile(keyFile, randomBytes(32).toString('base64'));
  const env = {
    TITULAR_ENV: 'production',
    TITULAR_ERASURE_LEDGER: 'off',
    TITULAR_PUBLIC_URL: 'https://pay.example',
    TITULAR_MASTER_KEY_FILE: keyFile,
  };
  const service = await startTestService({ env });
  const { databaseUrl = '', dataDirectory } = service.config;
  return {
    service,
    environment: { ...env, DATABASE_URL: databaseUrl, TITULAR_DATA_DIR: dataDirectory },
    async close() {
      await service.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Notes for a transaction, behind the back of the service, that it follows a scenario whose first step is long due. */
export async function noteDueRun({ service }: TestService, { tenant }: Merchant, id: string): Promise<void> {
  const long = new Date(0);
  const run = { scenario: 'approved', started_at: long, due_at: long };
  const named = { tenant_id: tenant.tenantId, subject_kind: 'transaction', subject_id: asId(id) } as const;
  await service.database.db
    .insertInto('sandbox_runs')
    .values({ ...named, ...run })
    .execute();
}

/** Has the service do a job that is due five seconds from now, and waits until it has: by then a service that follows scenarios has looked several times. */
export async function outliveLooks({ service }: TestService): Promise<void> {
  const { pool } = service.database;
  const added = await pool.query(
    "SELECT id FROM graphile_worker.add_job('release-abandoned-jobs', run_at => now() + interval '5 seconds')",
  );
  const [{ id }] = added.rows;
  await eventually(async () => {
    const left = await pool.query('SELECT id FROM graphile_worker.jobs WHERE id = $1', [id]);
    expect(left.rows).toEqual([]);
  });
}

/** Creates a transaction that follows a scenario. */
export const createBy = (
  { tenant, createRaw }: Merchant,
  scenario: string,
  changes: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> =>
  createRaw(JSON.stringify(newTransactionBody(tenant.companyId, changes)), {
    'x-titular-scenario': scenario,
    ...headers,
  });

/** Waits until the service has taken every step that is due by its clock. */
export async function settle({ service }: TestService, clock: ManualClock): Promise<void> {
  await eventually(async () => {
    const due = await service.database.db
      .selectFrom('sandbox_runs')
      .select('scenario')
      .where('due_at', '<=', clock.now())
      .execute();
    if (due.length > 0) throw new Error(`still due: ${due.map(({ scenario }) => scenario).join(', ')}`);
  });
}

const BODIES: Readonly<Record<Route['bodyKind'], { type: string; body: string } | undefined>> = {
  json: { type: 'application/json', body: '{}' },
  'signed-json': { type: 'application/json', body: '{}' },
  form: { type: 'application/x-www-form-urlencoded', body: '' },
  jpeg: { type: 'image/jpeg', body: 'x' },
  none: undefined,
};

/** Calls an operation with ids of nothing and an empty body: what it would find is not what is asked for. */
export function callWithScenario(
  { url }: TestService,
  token: string,
  asked: { operationId: string; scenario: string; headers?: Record<string, string> },
): Promise<Response> {
  const route = routeTable({} as never).find(({ operationId }) => operationId === asked.operationId);
  if (!route) throw new Error(`there is no operation ${asked.operationId}`);
  const sent = BODIES[route.bodyKind];
  return fetch(url + route.path.replace(/:[a-z_]+/g, () => newId()), {
    method: route.method,
    headers: {
      'x-titular-scenario': asked.scenario,
      ...(route.access === 'token' ? { authorization: `Bearer ${token}` } : {}),
      ...(sent ? { 'content-type': sent.type } : {}),
      ...asked.headers,
    },
    ...(sent ? { body: sent.body } : {}),
  });
}
