import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { readinessCauses } from '@titular/contract';
import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { judgeReadiness } from '@titular/server/nodes/readiness.ts';
import { parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
import { startTestService, type TestService, type TestServiceOptions } from '@titular/test-kit';
import { cutDatabase, databaseNameOf } from '@titular/test-kit/database/cut-database.ts';
import { asSuperuser } from '@titular/test-kit/database/test-server.ts';
import { createLazyFaceEngine } from '@titular/test-kit/faces/lazy-face-engine.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { checked, newMerchant } from '../transactions/api.ts';

const ANSWERED_WITHIN_MS = 4_000;

async function start(options: TestServiceOptions = {}): Promise<TestService> {
  const service = await startTestService(options);
  onTestFinished(() => service.close());
  return service;
}

async function readiness({ url }: TestService) {
  const askedMs = performance.now();
  const answer = await checked('readReadiness', await fetch(`${url}/readyz`));
  // The answer takes a second at most; the rest is for a machine with much to do.
  expect(performance.now() - askedMs).toBeLessThan(ANSWERED_WITHIN_MS);
  return answer;
}

/** Waits for exactly these causes, of which none tells a secret, an address or a name. */
async function becomesRed(service: TestService, ...causes: (keyof typeof readinessCauses)[]): Promise<void> {
  const { body, headers, text } = await eventually(async () => {
    const answer = await readiness(service);
    expect(answer.body['causes']).toEqual(causes);
    return answer;
  });
  expect(body['code']).toBe('50001');
  expect(body['message']).toBe(causes.map((cause) => readinessCauses[cause]).join(' '));
  expect(headers.get('retry-after')).toBe('5');
  for (const secret of [service.config.databaseUrl, service.config.dataDirectory])
    expect(text).not.toContain(secret);
}

const becomesGreen = (service: TestService): Promise<void> =>
  eventually(async () => expect((await readiness(service)).status).toBe(200));

/** Runs a statement about the service's database from outside of it. */
const fromOutside = (service: TestService, statement: (name: string) => string): Promise<unknown> =>
  asSuperuser(inject('databaseServer'), (client) => client.query(statement(databaseNameOf(service))));

describe('readReadiness 500: a node says what is missing, within 3 seconds, and is ready within 3 seconds of its return (F5, S15)', () => {
  test('a database that takes no writes, while connections from before still do', async () => {
    const service = await start();
    const merchant = await newMerchant(service);
    expect((await readiness(service)).body).toEqual({ status: 'ready' });
    await fromOutside(service, (name) => `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await becomesRed(service, 'database_read_only');
    await fromOutside(service, (name) => `ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await becomesGreen(service);
    expect((await merchant.create()).status).toBe(200);
  });

  test('a database whose connections are cut, and that lets nobody in', async () => {
    const service = await start();
    const restore = await cutDatabase(service);
    await becomesRed(service, 'database_unreachable');
    await restore();
    await becomesGreen(service);
  });

  test('a database that says nothing any more', async () => {
    const proxy = await startProxy();
    const service = await start();
    const behind = await startTestService({
      sharedWith: service,
      env: { DATABASE_URL: proxy.through(service) },
    });
    onTestFinished(() => behind.close());
    await becomesGreen(behind);
    proxy.hold();
    await becomesRed(behind, 'database_unreachable');
    proxy.goOn();
    await becomesGreen(behind);
  });

  test('a schema from before this release, and one that earlier releases must not touch; a newer one is a release that rolls out', async () => {
    const service = await start();
    const { db } = service.service.database;
    const { rows } = await sql<{
      number: number;
    }>`SELECT max(number) AS number FROM schema_migrations`.execute(db);
    const newest = rows[0]?.number ?? expect.fail('there is a migration');
    const renumber = (from: number, to: number) =>
      sql`UPDATE schema_migrations SET number = ${to} WHERE number = ${from}`.execute(db);
    await sql`DELETE FROM schema_migrations WHERE number < ${newest}`.execute(db);
    await renumber(newest, newest - 1);
    await becomesRed(service, 'schema_unknown');
    await renumber(newest - 1, newest + 1);
    await becomesGreen(service);
    await db
      .updateTable('deployment')
      .set({ lowest_known_schema: newest + 1 })
      .execute();
    await becomesRed(service, 'schema_unknown');
    await db.updateTable('deployment').set({ lowest_known_schema: newest }).execute();
    await becomesGreen(service);
  });

  test('a node of the release before starts again while a newer one rolls out', async () => {
    const service = await start();
    await sql`INSERT INTO schema_migrations (number, name) VALUES (999999, 'later')`.execute(
      service.service.database.db,
    );
    const restarted = await start({ sharedWith: service });
    expect((await readiness(restarted)).status).toBe(200);
  });

  test('a master key that others wrap with already', async () => {
    const service = await start();
    const { db } = service.service.database;
    const text = randomBytes(32).toString('base64');
    const { masterKeyId } = await sql<{
      masterKeyId: string;
    }>`SELECT master_key_id AS "masterKeyId" FROM deployment`
      .execute(db)
      .then(({ rows: [row] }) => row ?? expect.fail('the database is bound'));
    await db
      .updateTable('deployment')
      .set({ master_key_id: parseMasterKey(text).id })
      .execute();
    await becomesRed(service, 'master_key_missing');
    const file = join(service.config.dataDirectory, 'master.key');
    await writeFile(file, `${text}\n`, { flag: 'a' });
    await becomesGreen(service);
    await db.updateTable('deployment').set({ master_key_id: masterKeyId }).execute();
  });

  test('a face engine that cannot measure', async () => {
    let problem: string | undefined;
    const lazy = createLazyFaceEngine();
    onTestFinished(() => lazy.close());
    const engine: FaceEngine = {
      version: lazy.version,
      analyse: (image, wanted) => lazy.analyse(image, wanted),
      measureRelief: (front, moved, axis) => lazy.measureRelief(front, moved, axis),
      close: () => lazy.close(),
      problem: () => problem,
    };
    const service = await start({ engine });
    problem = 'CANARY of the engine';
    await becomesRed(service, 'engine_unavailable');
    expect((await readiness(service)).text).not.toContain('CANARY');
    problem = undefined;
    await becomesGreen(service);
  });

  test('a stop that has begun', async () => {
    const service = await startTestService({ env: { TITULAR_DRAIN_SECONDS: '1' } });
    const closed = service.close();
    await becomesRed(service, 'draining');
    await closed;
  });
});

test('all causes are told at once, in one order (F5, S15)', () => {
  const { causes, warnings } = judgeReadiness(
    {
      isStopping: true,
      engineProblem: 'away',
      areJobsRunning: false,
      skewSeconds: -2.1,
      isGalleryNearlyFull: true,
      otherEngineProblem: 'away',
      pictureProblem: 'the object store answers 507',
      areFirstFacesTrusted: true,
      hasUnknownSettings: true,
      doNodesDiffer: true,
    },
    ['master_key_missing', 'database_read_only'],
  );
  expect(causes).toEqual([
    'draining',
    'database_read_only',
    'master_key_missing',
    'engine_unavailable',
    'jobs_stopped',
    'clock_skewed',
  ]);
  expect(warnings).toEqual([
    'gallery_nearly_full',
    'pictures_unstorable',
    'other_engine_unavailable',
    'first_faces_believed',
    'setting_unknown',
    'settings_differ',
  ]);
});

/** A way to the database that can be made to pass nothing on, without a word to either side. */
async function startProxy() {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const each = (work: (socket: Socket) => void): void => sockets.forEach(work);
  let target = '';
  const server = createServer((client) => {
    const database = connect(target);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      if (isHeld) from.pause();
      from.on('data', (bytes) => void to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    if (isHeld) each((socket) => socket.pause());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    each((socket) => socket.destroy());
    server.close();
  });
  const { port } = server.address() as { port: number };
  return {
    through({ config }: TestService): string {
      const url = new URL((config.databaseUrl ?? '').replace('@/', '@localhost/'));
      target = join(url.searchParams.get('host') ?? '', `.s.PGSQL.${url.searchParams.get('port') ?? '5432'}`);
      url.searchParams.delete('host');
      url.searchParams.delete('port');
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    hold(): void {
      isHeld = true;
      each((socket) => socket.pause());
    },
    goOn(): void {
      isHeld = false;
      each((socket) => socket.resume());
    },
  };
}
