import type { ChallengeLength } from '@titular/contract';
import { type FaceEngine, SAME_PERSON_THRESHOLD } from '@titular/face-engine';
import { type RawBuilder, sql } from 'kysely';
import type { SigningKeys } from '../access-tokens/index.ts';
import type { OtherMeasures } from '../faces/index.ts';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { deleteTask } from '../kernel/database/batches/delete-task.ts';
import { notHeld } from '../kernel/database/not-held.ts';
import { oldestDueOf } from '../kernel/database/oldest-due.ts';
import type { ErasureStep, Kernel, Module, RetentionClass } from '../module.ts';
import { eraseObjects, type Pictures } from '../pictures/index.ts';
import type { OpenDeploymentKey, Settings, TenantKeys } from '../tenants/index.ts';
import { deleteOldImageHashes } from './attack-signals/frame-hash-store.ts';
import { pairOldHashes } from './attack-signals/pair-old-hashes.ts';
import { IMAGE_HASH_DAYS } from './attack-signals/seen-frames.ts';
import type { WrongMovements } from './attempts/submit-frame.ts';
import { deleteOldDevices } from './devices/device-store.ts';
import { DEVICE_DAYS } from './devices/find-device-link.ts';
import { createOpeningGuard } from './links/guard-openings.ts';
import { lateLinkRoutes } from './links/late-link-routes.ts';
import { deleteExpiredLinks } from './links/link-store.ts';
import { sdkRoutes } from './links/sdk-routes.ts';
import {
  createSdkTokenIssuer,
  createSdkTokenVerifier,
  type IssueSdkToken,
  type VerifySdkToken,
} from './links/sdk-token.ts';
import { pageEventRoutes } from './page-events/page-event-routes.ts';
import { deleteOldPageEvents, PAGE_EVENT_DAYS } from './page-events/page-event-store.ts';
import { captureRoutes } from './sessions/capture-routes.ts';
import type { CaptureSubjects } from './subjects/capture-subject.ts';
import {
  deleteAttackSignals,
  deleteAttempts,
  deleteDevices,
  deleteExpiredSessions,
  deleteFrames,
  deleteImageHashes,
  deleteLinks,
  deleteSessions,
} from './subjects/erase-captures-store.ts';
import { subjectMetrics } from './subjects/subject-metrics.ts';

/** Days after its end for which a page session is kept. */
const PAGE_SESSION_DAYS = 7;

/** Days after its expiry for which a link is kept, so that it can still say so. */
const LINK_DAYS = 7;

/** A day's sums go when their last second is old enough. */
const oldestPageEvents = (): RawBuilder<unknown> => sql`
  SELECT (min(day) + ${PAGE_EVENT_DAYS + 1}::integer)::timestamp AT TIME ZONE 'UTC' AS due FROM page_event_counts`;

const erase: readonly ErasureStep[] = [
  {
    count: 'pictures',
    tables: ['capture_frames', 'frame_prints', 'face_prints'],
    // What pictures looked like goes with them.
    erase: async (db, tenantId, ids) => {
      await deleteImageHashes(db, tenantId, ids);
      return deleteFrames(db, tenantId, ids);
    },
  },
  // The rows of pictures are gone by now: their objects are listed, and go at once, with those that no row ever had.
  { count: 'objects', tables: ['object_dues'], erase: eraseObjects },
  {
    count: 'attempts',
    tables: ['capture_attempts', 'capture_signs', 'capture_devices'],
    erase: async (db, tenantId, ids) => {
      await deleteAttackSignals(db, tenantId, ids);
      await deleteDevices(db, tenantId, ids);
      return deleteAttempts(db, tenantId, ids);
    },
  },
  { count: 'pageSessions', tables: ['capture_sessions'], erase: deleteSessions },
  { count: 'links', tables: ['capture_links'], erase: deleteLinks },
];

const retention: readonly RetentionClass[] = [
  {
    key: 'prints',
    data: 'Image hashes of kept pictures and face hashes of the faces in them, sealed',
    from: 'the picture',
    days: IMAGE_HASH_DAYS,
    isHeld: true,
    oldestDue: oldestDueOf('frame_prints', 'kept_at', IMAGE_HASH_DAYS, notHeld('frame_prints.subject_id')),
  },
  {
    key: 'devices',
    data: 'On which device an attempt was begun, by keyed hashes, where a company counts devices',
    from: 'the attempt',
    days: DEVICE_DAYS,
    isHeld: true,
    oldestDue: oldestDueOf('capture_devices', 'used_at', DEVICE_DAYS, notHeld('capture_devices.subject_id')),
  },
  {
    key: 'page-sessions',
    data: 'Page sessions',
    from: 'their expiry',
    days: PAGE_SESSION_DAYS,
    isHeld: true,
    oldestDue: oldestDueOf(
      'capture_sessions',
      'expires_at',
      PAGE_SESSION_DAYS,
      notHeld('capture_sessions.subject_id'),
    ),
  },
  {
    key: 'page-events',
    data: 'Page events, as counts of a day by company and family of browser',
    from: 'the day',
    days: PAGE_EVENT_DAYS,
    isHeld: false,
    oldestDue: oldestPageEvents,
  },
  {
    key: 'links',
    data: 'One-time links',
    from: 'their expiry',
    days: LINK_DAYS,
    isHeld: false,
    oldestDue: oldestDueOf('capture_links', 'expires_at', LINK_DAYS),
  },
];

/** Tokens that the web SDK opens the page with. */
export type SdkTokens = { issueSdkToken: IssueSdkToken; verifySdkToken: VerifySdkToken };

/** Signs SDK tokens with the keys of the access tokens, for another audience. */
export const createSdkTokens = (
  { config: { publicUrl, environment } }: Kernel,
  { signingKeys }: { signingKeys: SigningKeys },
): SdkTokens => ({
  issueSdkToken: createSdkTokenIssuer(signingKeys, publicUrl, environment),
  verifySdkToken: createSdkTokenVerifier(signingKeys, publicUrl, environment),
});

/** What captures need of others: `wrongMovements` tells whether an attempt goes on after a movement that was not asked for, `challengeLength` how long every challenge is whatever companies set. */
export type CapturesNeeds = SdkTokens & {
  engine: FaceEngine;
  otherEngine: OtherMeasures | undefined;
  settings: Settings;
  tenantKeys: TenantKeys;
  pictures: Pictures;
  faceHashKey: OpenDeploymentKey;
  subjects: CaptureSubjects;
  wrongMovements: WrongMovements;
  challengeLength: ChallengeLength | undefined;
};

/** Times that one address may open pages at once, for each authentication it may fail. */
const OPENINGS_A_FAILURE = 10;

/** Links, page sessions, challenges and attempts of what captures are made for. */
export function createCaptures(kernel: Kernel, needs: CapturesNeeds): Module {
  const { config, db, clock, random } = kernel;
  const { publicUrl, environment, linkLifetimeSeconds, unopenedLinkSeconds } = config;
  const { maximumAttempts, retrySeconds, challengeStepSeconds } = config;
  const burst = config.failedAuthentications * OPENINGS_A_FAILURE;
  const deps = {
    ...needs,
    ...{ db, clock, random, publicUrl, environment, unopenedLinkSeconds },
    ...{ maximumAttempts, retrySeconds, challengeStepSeconds },
    sessionLifetimeSeconds: linkLifetimeSeconds,
    samePersonThreshold: SAME_PERSON_THRESHOLD,
    guardOpening: createOpeningGuard(() => performance.now(), { burst, intervalSeconds: 1 }),
  };
  return {
    routes: [...captureRoutes(deps), ...lateLinkRoutes(deps), ...pageEventRoutes(deps), ...sdkRoutes(deps)],
    tasks: {
      'delete-old-prints': deleteTask(kernel, IMAGE_HASH_DAYS, deleteOldImageHashes),
      'delete-old-devices': deleteTask(kernel, DEVICE_DAYS, deleteOldDevices),
      'pair-old-prints': batchTask((run) => pairOldHashes({ ...deps, log: kernel.log }, run)),
      'delete-expired-links': deleteTask(kernel, LINK_DAYS, deleteExpiredLinks),
      'delete-expired-sessions': deleteTask(kernel, PAGE_SESSION_DAYS, deleteExpiredSessions),
      'delete-old-page-events': deleteTask(kernel, PAGE_EVENT_DAYS, deleteOldPageEvents),
    },
    schedule: [
      { task: 'delete-old-prints', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'delete-old-devices', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'pair-old-prints', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'delete-expired-links', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'delete-expired-sessions', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'delete-old-page-events', match: '*/10 * * * *', queue: 'clean-up' },
    ],
    erase,
    retention,
    metrics: subjectMetrics,
    tables: {
      capture_links: 'person',
      capture_sessions: 'person',
      capture_attempts: 'person',
      capture_frames: 'person',
      capture_signs: 'person',
      capture_devices: 'person',
      frame_prints: 'person',
      face_prints: 'person',
      page_event_counts: 'deployment',
    },
  };
}
