import { PERSON_IDENTIFIER_TYPES } from '@titular/contract';
import { EngineBusyError, EngineUnavailableError, type FaceEngine } from '@titular/face-engine';
import type { Kysely } from 'kysely';
import type { OtherMeasures } from '../../faces/index.ts';
import { identityHash, parseIdentity } from '../../identity/index.ts';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import { newId, type ProcessId, type TenantId } from '../../kernel/base/id.ts';
import type { Log } from '../../kernel/base/log.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import { enqueueJob } from '../../kernel/database/enqueue.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { retrySeconds } from '../../kernel/network/services/retry-seconds.ts';
import { ServiceUnavailableError } from '../../kernel/network/services/service-unavailable.ts';
import type { Pictures } from '../../pictures/index.ts';
import { lockSubject } from '../../subjects/index.ts';
import type { OpenDeploymentKey, TenantKey, TenantKeys } from '../../tenants/index.ts';
import { changeProcess, PROCESSES } from '../change/change-process.ts';
import { isProcessFinal } from '../process.ts';
import { findProcess, type ProcessRow } from '../process-store.ts';
import type { ExternalPlatform } from './external-platform.ts';
import type { PlatformPerson, PlatformProcess } from './parse-platform-answer.ts';
import { decideOutcome, type PlatformOutcome } from './platform-result.ts';
import { MAX_TRIES } from './platform-retry.ts';
import { updateFinishedAt } from './platform-store.ts';
import { type KeptSelfie, type MeasuredSelfie, measureSelfie, recordSelfie } from './record-selfie.ts';

/** What taking a result needs; `random` gives [0, 1). */
export type TakeResultDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  log: Log;
  random: () => number;
  tenantKeys: TenantKeys;
  faceHashKey: OpenDeploymentKey;
  engine: FaceEngine;
  otherEngine: OtherMeasures | undefined;
  platform: ExternalPlatform;
  pictures: Pictures;
};

/** A process whose result is to be taken, and how often that failed before. */
export type ResultJob = { tenantId: TenantId; processId: ProcessId; tries: number };

/** For faults of ours, a database that is away among them, for half an hour; what the platform does wrong is none, and has tries of its own. */
const JOB_ATTEMPTS = 8;

/** As many results are taken at once as there are queues, so that a platform that hangs keeps no decision waiting. */
const QUEUES = 2;

const queueOf = (processId: ProcessId): string =>
  `identity-platform/${Number.parseInt(processId.slice(-1), 16) % QUEUES}`;

/** Lets a result be taken at once, or at `runAt`; of jobs for one process that wait, there is one. */
export const enqueueTakeResult = (
  db: Kysely<Tables>,
  { tenantId, processId, tries }: ResultJob,
  runAt?: Date,
): Promise<void> =>
  enqueueJob(
    db,
    'take-platform-result',
    { tenantId, processId, tries },
    {
      maxAttempts: JOB_ATTEMPTS,
      jobKey: `take-platform-result/${processId}`,
      queue: queueOf(processId),
      ...(runAt ? { runAt } : {}),
    },
  );

/** Whether the platform speaks of whom the process was started for; it need not say. */
function isSamePerson(key: TenantKey, row: ProcessRow, person: PlatformPerson | undefined): boolean {
  if (!person) return true;
  const parsed = parseIdentity(PERSON_IDENTIFIER_TYPES[person.duiType], person.duiValue);
  return parsed.kind === 'identity' && sameDigest(identityHash(key, parsed.identity), row.identityHash);
}

/** What is to be written of a process that has ended. */
type Result = {
  row: ProcessRow;
  outcome: Extract<PlatformOutcome, { kind: 'ended' }>;
  seen: PlatformProcess;
  selfie: MeasuredSelfie | undefined;
};

async function fetchSelfie(
  { platform, engine, otherEngine, log }: TakeResultDeps,
  { tenantId, processId }: Pick<ResultJob, 'tenantId' | 'processId'>,
): Promise<MeasuredSelfie | undefined> {
  const image = await platform.readSelfie(processId);
  const reading = image
    ? await measureSelfie({ engine, otherEngine }, image, { tenantId, sessionId: processId })
    : { kind: 'unusable' as const, why: 'gone' };
  if (reading.kind === 'measured') return reading.selfie;
  log.warn({ processId, why: reading.why }, 'the selfie of the identity platform cannot be used');
  return undefined;
}

/** Puts the picture of a selfie where it will lie, before any row says so. */
async function putSelfie(
  { pictures }: TakeResultDeps,
  tenantId: TenantId,
  key: TenantKey,
  selfie: MeasuredSelfie,
  at: Date,
): Promise<Pick<KeptSelfie, 'selfie' | 'attemptId' | 'place'>> {
  const attemptId = newId(at.getTime());
  const place = await pictures.keep(key, { tenantId, attemptId, step: 0 }, selfie.clean);
  return { selfie, attemptId, place };
}

/** Writes the end of a process with its selfie in one commit; nothing when it has ended meanwhile. */
async function store(
  deps: TakeResultDeps,
  tenantId: TenantId,
  key: TenantKey,
  result: Result,
): Promise<void> {
  const { row, outcome, seen, selfie } = result;
  const { processId } = row;
  const at = deps.clock.now();
  const keys = { tenant: key, deployment: await deps.faceHashKey() };
  const kept = selfie && (await putSelfie(deps, tenantId, key, selfie, at));
  await withRetries(() =>
    deps.db.transaction().execute(async (trx) => {
      const present = await lockSubject(trx, PROCESSES, tenantId, processId);
      if (!present || isProcessFinal(present.status)) return;
      if (kept)
        await recordSelfie(
          trx,
          { tenantId, keys, pictures: deps.pictures },
          { ...kept, processId, identityHash: row.identityHash, at },
        );
      const { liveness, authentication } = seen;
      const { event, reasons } = outcome;
      const told = { liveness, authentication, reasons: selfie ? reasons : withoutCaptures(reasons, event) };
      await changeProcess(trx, tenantId, processId, { event, actor: 'platform', at, ...told });
      if (seen.finishedAt) await updateFinishedAt(trx, tenantId, processId, seen.finishedAt);
    }),
  );
}

const withoutCaptures = (reasons: readonly string[], event: string): string[] =>
  event === 'approve' ? [...reasons, 'without_captures'] : [...reasons];

/** Ends an open process by this service itself. */
const end = async (
  { db, clock }: Pick<TakeResultDeps, 'db' | 'clock'>,
  tenantId: TenantId,
  processId: ProcessId,
  event: 'fail' | 'expire',
  reasons: readonly string[],
): Promise<void> => {
  const transition = { event, actor: 'service', reasons, at: clock.now() } as const;
  await db.transaction().execute((trx) => changeProcess(trx, tenantId, processId, transition));
};

async function take(deps: TakeResultDeps, tenantId: TenantId, row: ProcessRow): Promise<void> {
  const { processId } = row;
  const seen = await deps.platform.read(processId);
  const key = await deps.tenantKeys(tenantId);
  if (!isSamePerson(key, row, seen.person))
    throw new ServiceUnavailableError('read: the answer is wrong, it is about another person');
  const outcome = decideOutcome(seen);
  if (outcome.kind === 'open') {
    if (row.expiresAt <= deps.clock.now()) return end(deps, tenantId, processId, 'expire', []);
    deps.log.info({ processId }, 'the process is still open on the identity platform');
    return;
  }
  const selfie = outcome.event === 'approve' ? await fetchSelfie(deps, { tenantId, processId }) : undefined;
  await store(deps, tenantId, key, { row, outcome, seen, selfie });
}

/** What passes by itself, with the reason that a process gets for which it did not. */
function passing(error: unknown): { reason: string; waitSeconds: number } | undefined {
  if (error instanceof ServiceUnavailableError)
    return { reason: 'platform_away', waitSeconds: error.waitMs / 1000 };
  if (error instanceof EngineBusyError || error instanceof EngineUnavailableError)
    return { reason: 'engine_away', waitSeconds: 0 };
  return undefined;
}

/** Takes what the operator's platform has of a process. While it cannot be had it is tried again for most of an hour, by a job each; then the process has failed. Run again, or twice at once, it finds the work done. */
export async function takePlatformResult(deps: TakeResultDeps, job: ResultJob): Promise<void> {
  const { tenantId, processId } = job;
  const row = await findProcess(deps.db, tenantId, processId);
  if (row?.platform !== 'external' || isProcessFinal(row.status)) return;
  try {
    await take(deps, tenantId, row);
  } catch (error) {
    const { reason, waitSeconds } = passing(error) ?? {};
    if (!reason) throw error;
    const tries = job.tries + 1;
    deps.log.info({ processId, tries, reason }, 'the result of a process cannot be taken now');
    if (tries >= MAX_TRIES) return end(deps, tenantId, processId, 'fail', [reason]);
    const runAt = addSeconds(deps.clock.now(), retrySeconds(tries, deps.random(), waitSeconds ?? 0));
    await enqueueTakeResult(deps.db, { tenantId, processId, tries }, runAt);
  }
}
