import { type FaceEngine, SAME_PERSON_THRESHOLD } from '@titular/face-engine';
import type { IssueSdkToken, SubjectPort } from '../captures/index.ts';
import type { Galleries, OtherMeasures } from '../faces/index.ts';
import { oldestDueOf, oldestDuePerson, personsDueWithin } from '../kernel/database/oldest-due.ts';
import type { SandboxPort } from '../kernel/http/sandbox-port.ts';
import type { Kernel, Module, RecordAct, RetentionClass } from '../module.ts';
import type { Pictures } from '../pictures/index.ts';
import type { OpenDeploymentKey, Settings, TenantKeys } from '../tenants/index.ts';
import type { Subscriptions } from '../webhooks/index.ts';
import { createBuiltInPlatform } from './built-in/built-in-platform.ts';
import { createProcessSubjects } from './built-in/process-subject.ts';
import { eraseProcesses } from './change/erase-processes-store.ts';
import type { ExternalPlatform } from './external/external-platform.ts';
import { platformEventRoutes } from './external/platform-event-routes.ts';
import { PLATFORM_EVENT_DAYS, platformTasks } from './external/platform-tasks.ts';
import type { IdentityPlatform } from './identity-platform.ts';
import { processRoutes } from './process-routes.ts';
import { processTasks } from './process-tasks.ts';

const retention: readonly RetentionClass[] = [
  {
    key: 'processes',
    data: 'Identity, name, reference and redirect address of a process, its attempts and page sessions',
    from: 'the end of the process',
    days: { setting: 'person-retention-days' },
    isHeld: true,
    oldestDue: oldestDuePerson('processes', 'processes.process_id'),
    dueWithin: personsDueWithin('processes', 'processes.process_id'),
  },
  {
    key: 'platform-events',
    data: "Events of an operator's identity platform, by the ids of event and process alone",
    from: 'the event',
    days: PLATFORM_EVENT_DAYS,
    isHeld: false,
    oldestDue: oldestDueOf('platform_events', 'received_at', PLATFORM_EVENT_DAYS),
  },
];

/** What processes need of others; `platform` is the operator's own, where one is configured. */
export type ProcessesNeeds = {
  engine: FaceEngine;
  otherEngine: OtherMeasures | undefined;
  settings: Settings;
  tenantKeys: TenantKeys;
  pictures: Pictures;
  faceHashKey: OpenDeploymentKey;
  galleries: Galleries;
  subscriptions: Subscriptions;
  issueSdkToken: IssueSdkToken;
  platform: ExternalPlatform | undefined;
  sandbox: SandboxPort;
  /** Keeps over a restore what persons asked for; undefined where there is no ledger. */
  recordAct: RecordAct | undefined;
};

/** Processes of the identity platform, as a kind of what captures are made for as well. */
export type ProcessesModule = Module & { port: SubjectPort; identityPlatform: IdentityPlatform };

/** Starts processes on the platform inside, or on the operator's own, and takes their results. */
export function createProcesses(kernel: Kernel, needs: ProcessesNeeds): ProcessesModule {
  const { config, db, clock } = kernel;
  const { engine, platform, issueSdkToken, settings, tenantKeys } = needs;
  const { publicUrl, environment, linkLifetimeSeconds, unopenedLinkSeconds, matchThreshold } = config;
  const links = { issueSdkToken, publicUrl, linkLifetimeSeconds, unopenedLinkSeconds };
  const deps = {
    ...kernel,
    ...needs,
    ...{ publicUrl, environment, linkLifetimeSeconds, unopenedLinkSeconds, matchThreshold },
    engineVersion: engine.version,
    samePersonThreshold: SAME_PERSON_THRESHOLD,
    identityPlatform: platform ?? createBuiltInPlatform(links),
  };
  const events = {
    ...{ db, clock },
    get platformWebhookSecrets() {
      return config.identityPlatformWebhookSecrets ?? [];
    },
  };
  return {
    port: createProcessSubjects(db, settings, tenantKeys, needs.recordAct),
    identityPlatform: deps.identityPlatform,
    routes: [...processRoutes(deps), ...platformEventRoutes(events)],
    tasks: { ...processTasks(deps), ...platformTasks(deps) },
    schedule: [
      { task: 'expire-processes', match: '* * * * *', queue: 'expiry' },
      { task: 'end-overdue-platform-processes', match: '* * * * *', queue: 'expiry' },
      { task: 'delete-old-platform-events', match: '*/10 * * * *', queue: 'clean-up' },
    ],
    erase: [{ count: 'processes', tables: ['processes'], erase: eraseProcesses }],
    retention,
    tables: { processes: 'person', process_history: 'deployment', platform_events: 'person' },
  };
}
