import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { readConfig } from '@titular/server/config/config.ts';
import { platformAccess } from '@titular/server/config/platform-settings.ts';
import { identityHash } from '@titular/server/identity/identity-hash.ts';
import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import { createPictures } from '@titular/server/pictures/index.ts';
import { createProcess } from '@titular/server/processes/create-process.ts';
import { createExternalPlatform } from '@titular/server/processes/external/external-platform.ts';
import {
  type ResultJob,
  type TakeResultDeps,
  takePlatformResult,
} from '@titular/server/processes/external/take-platform-result.ts';
import { findReuseProblem, type ReuseProblem } from '@titular/server/processes/reuse/reuse-process.ts';
import { findReusable } from '@titular/server/processes/reuse/reuse-store.ts';
import { insertDeployment } from '@titular/server/tenants/deployment-store.ts';
import { createDeploymentKey } from '@titular/server/tenants/keys/deployment-keys.ts';
import { fixedMasterKeys, masterKeyCheck, parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { createSettings } from '@titular/server/tenants/settings-cache.ts';
import { newCpf } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import {
  type FakeIdentityPlatform,
  startFakeIdentityPlatform,
} from '@titular/test-kit/services/fake-identity-platform.ts';
import { onTestFinished } from 'vitest';
import {
  openFixture as openWebhookFixture,
  type Fixture as WebhookFixture,
} from '../webhooks/webhook-fixture.ts';
import { listenToLog, newInput } from './adapter-fixture.ts';

/** A database without background work before a platform of its own: jobs stay where they were put, and are carried out when the test says so. */
export type ResultFixture = Pick<
  WebhookFixture,
  'connectionString' | 'database' | 'tenantId' | 'clock' | 'listJobs'
> & {
  fake: FakeIdentityPlatform;
  deps: TakeResultDeps;
  logged(): string;
  /** Starts a process of somebody new on the platform. */
  start(cpf?: string): Promise<string>;
  /** Takes the result of a process as the first try does. */
  take(processId: string, changes?: Partial<TakeResultDeps>): Promise<void>;
  /** Moves the clock to the time of the one job that waits, and carries it out; answers the seconds it waited, undefined when none waits. */
  runNext(changes?: Partial<TakeResultDeps>): Promise<number | undefined>;
  /** Runs what waits, at most so often, until nothing does; answers the pauses in seconds. */
  runAll(most: number): Promise<number[]>;
  statusOf(processId: string): Promise<string>;
  reasonsOf(processId: string): Promise<string[]>;
  countRows(table: 'capture_attempts' | 'capture_frames' | 'frame_prints' | 'events'): Promise<number>;
  /** Why the process cannot be used by a transaction about that person. */
  problemOf(processId: string, cpf: string): Promise<ReuseProblem | undefined>;
};

/** Opens a ground that ends with the test. */
export async function openResultFixture(engine: FaceEngine): Promise<ResultFixture> {
  const fixture = await openWebhookFixture();
  const fake = await startFakeIdentityPlatform();
  const { clock, tenantId } = fixture;
  const { db, pool } = fixture.database;
  const { log, logged } = listenToLog();
  const access = platformAccess(readConfig(fake.env));
  if (!access) throw new Error('the platform has every setting');
  const platform = createExternalPlatform({
    ...access,
    ...{ httpAllowed: true, clock, log },
  });
  onTestFinished(async () => {
    platform.close();
    await fake.close();
    await fixture.close();
  });
  const masterKey = parseMasterKey(fixture.masterKeyText);
  await insertDeployment(db, 'test', masterKey.id, masterKeyCheck(masterKey));
  const masterKeys = await fixedMasterKeys(masterKey);
  const tenantKeys = createTenantKeys(db, masterKeys);
  const faceHashKey = createDeploymentKey(db, masterKeys, 'face-prints');
  const deps: TakeResultDeps = {
    ...{ db, clock, log, random: () => 0.5 },
    ...{ tenantKeys, faceHashKey, engine, otherEngine: undefined, platform },
    pictures: createPictures({ db, clock, objects: undefined, isForNew: false }),
  };
  const companyId = await fixture.newCompany();
  const creating = {
    ...deps,
    settings: createSettings(db, clock),
    identityPlatform: platform,
    sandbox: NO_SANDBOX,
  };
  const take: ResultFixture['take'] = (processId, changes = {}) =>
    takePlatformResult({ ...deps, ...changes }, { tenantId, processId: asId(processId), tries: 0 });

  async function runNext(changes: Partial<TakeResultDeps> = {}): Promise<number | undefined> {
    const [job, ...others] = await fixture.listJobs();
    if (others.length > 0) throw new Error('more than one job waits');
    if (!job) return undefined;
    await pool.query('DELETE FROM graphile_worker._private_jobs');
    const seconds = Math.max(0, (job.run_at.getTime() - clock.now().getTime()) / 1000);
    clock.advanceSeconds(seconds);
    await takePlatformResult({ ...deps, ...changes }, job.payload as ResultJob);
    return seconds;
  }

  return {
    ...fixture,
    ...{ fake, deps, logged, take, runNext },
    start: async (cpf = newCpf()) => {
      const person = { duiType: 'DUI_TYPE_BR_CPF', duiValue: cpf };
      const { process } = await createProcess(creating, tenantId, newInput({ person, company: companyId }));
      return process.id;
    },
    runAll: async (most) => {
      const pauses: number[] = [];
      for (let times = 0; times < most; times += 1) {
        const seconds = await runNext();
        if (seconds === undefined) return pauses;
        pauses.push(seconds);
      }
      throw new Error(`something still waits after ${most} jobs`);
    },
    statusOf: async (processId) =>
      (
        await db
          .selectFrom('processes')
          .select('status')
          .where('process_id', '=', asId(processId))
          .executeTakeFirstOrThrow()
      ).status,
    reasonsOf: async (processId) => {
      const steps = await db
        .selectFrom('process_history')
        .select('reasons')
        .where('process_id', '=', asId(processId))
        .orderBy('version', 'desc')
        .execute();
      return steps[0]?.reasons ?? [];
    },
    countRows: async (table) => {
      const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${table}`);
      return rows[0]?.count ?? 0;
    },
    problemOf: async (processId, cpf) => {
      const hash = identityHash(await tenantKeys(tenantId), { key: 'cpf', value: cpf });
      const found = await findReusable(db, tenantId, asId(processId), {
        identityHash: hash,
        since: new Date(0),
      });
      return findReuseProblem(found, {
        identityHash: hash,
        policy: 'many',
        mostADay: 30,
        needsNoCaptures: false,
      });
    },
  };
}
