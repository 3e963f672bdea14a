import { randomUUID } from 'node:crypto';
import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { relayBatch } from '@titular/server/kernel/database/outbox/outbox-store.ts';
import { takePlatformEvent } from '@titular/server/processes/external/take-platform-event.ts';
import { signWebhook } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectFaulty, type Fault, type FaultyDatabase } from '../transactions/faulty-database.ts';
import { openResultFixture, type ResultFixture } from './result-fixture.ts';

const MAX_STATEMENTS = 40;

let engine: FaceEngine;
beforeAll(async () => {
  engine = await startFaceEngine({ threads: 1 });
});
afterAll(() => engine.close());

async function openFaulty(): Promise<{ fixture: ResultFixture; faulty: FaultyDatabase }> {
  const fixture = await openResultFixture(engine);
  const faulty = connectFaulty(fixture.connectionString, fixture.database);
  // Registered last, it runs first: the ground drops its database.
  onTestFinished(() => faulty.database.close());
  return { fixture, faulty };
}

/** Lets each statement fail in its turn, until the work is done without one that could; answers how many did. */
async function failEach(
  { database, failAt, mend }: FaultyDatabase,
  fault: Fault,
  run: (db: FaultyDatabase['database']['db']) => Promise<() => Promise<void>>,
): Promise<number> {
  for (let nth = 1; nth <= MAX_STATEMENTS; nth += 1) {
    // A connection of before is there, so that the first statement is the first of the work.
    await sql`SELECT 1`.execute(database.db);
    failAt(nth, fault);
    const check = await run(database.db);
    const hasFailed = mend();
    await check();
    if (!hasFailed) return nth - 1;
  }
  throw new Error('the work has no end');
}

const FAULTS = ['refused', 'lost before', 'lost after'] as const;

test.each(FAULTS)(
  'whichever statement is %s, a result that is taken again is there once (R76)',
  async (fault) => {
    const { fixture, faulty } = await openFaulty();
    const selfie = await portraitOf('a');
    const { tenantId, deps } = fixture;
    const failed = await failEach(faulty, fault, async (db) => {
      const processId = await fixture.start();
      fixture.fake.end(processId, {
        ...{ result: 'PROCESS_RESULT_OK', liveness: 'LIVENESS_RESULT_LIVE', selfie },
      });
      await fixture.take(processId, { db }).catch(() => undefined);
      return async () => {
        await fixture.take(processId);
        const { rows } = await sql`
        SELECT p.status, p.version,
          (SELECT count(*)::integer FROM process_history h WHERE h.process_id = p.process_id) AS steps,
          (SELECT count(*)::integer FROM events e WHERE e.subject_id = p.process_id) AS events,
          (SELECT count(*)::integer FROM frame_prints f WHERE f.subject_id = p.process_id) AS prints,
          (SELECT count(*)::integer FROM capture_attempts a JOIN capture_frames f USING (attempt_id)
            WHERE a.subject_id = p.process_id AND a.outcome = 'completed') AS frames
        FROM processes p WHERE p.tenant_id = ${tenantId} AND p.process_id = ${processId}`.execute(deps.db);
        expect(rows).toEqual([{ status: 'ok', version: 2, steps: 2, events: 1, prints: 1, frames: 1 }]);
      };
    });
    expect(failed).toBeGreaterThan(8);
  },
);

test.each(FAULTS)(
  'whichever statement is %s, an event that comes again is there once, with its job (R76)',
  async (fault) => {
    const { fixture, faulty } = await openFaulty();
    const { clock, database } = fixture;
    const platformWebhookSecrets = [fixture.fake.webhookSecret];
    const failed = await failEach(faulty, fault, async (db) => {
      const processId = await fixture.start();
      const body = JSON.stringify({ type: 'process.finished', processId });
      const headers = signWebhook(randomUUID(), clock.now(), body, platformWebhookSecrets);
      const send = (one: typeof db): Promise<void> =>
        takePlatformEvent({ db: one, clock, platformWebhookSecrets }, headers, Buffer.from(body));
      await send(db).catch(() => undefined);
      return async () => {
        await send(database.db);
        await relayBatch(database.db);
        const { rows } = await sql`
        SELECT (SELECT count(*)::integer FROM platform_events WHERE process_id = ${processId}) AS events,
          (SELECT count(*)::integer FROM graphile_worker.jobs WHERE key LIKE ${`%${processId}`}) AS jobs`.execute(
          database.db,
        );
        expect(rows).toEqual([{ events: 1, jobs: 1 }]);
      };
    });
    expect(failed).toBeGreaterThan(3);
  },
);
