import type { ChallengeLength } from '@titular/contract';
import type { FaceEngine } from '@titular/face-engine';
import type { SigningKeys } from './access-tokens/index.ts';
import { type AccessTokensModule, createAccessTokensModule } from './access-tokens/module.ts';
import { createApiDocs } from './api-docs/module.ts';
import { createAudit } from './audit/module.ts';
import { createBins } from './bins/module.ts';
import type { WrongMovements } from './captures/index.ts';
import { createCaptures, createSdkTokens } from './captures/module.ts';
import type { CardEvidenceService } from './card-evidence/index.ts';
import type { Environment } from './config/config.ts';
import { readConfig } from './config/config.ts';
import type { Ledger } from './erasure/index.ts';
import { createErasure } from './erasure/module.ts';
import { createEvidence } from './evidence/module.ts';
import { createExports } from './exports/module.ts';
import type { OtherEngine } from './faces/index.ts';
import { createFaces, type FacesModule } from './faces/module.ts';
import { createFigures } from './figures/module.ts';
import type { PageFiles, SdkFiles } from './hosted-files/index.ts';
import { createHostedFiles } from './hosted-files/module.ts';
import { createIdempotency } from './idempotency/module.ts';
import { createCacheGauge } from './kernel/caches/cache.ts';
import { type Database, statementCache } from './kernel/database/connect.ts';
import { databaseMetrics } from './kernel/database/database-metrics.ts';
import { partitionGauge } from './kernel/database/partitions/partition-gauge.ts';
import type { Admission } from './kernel/http/admission/admit-caller.ts';
import { createHttpMetrics } from './kernel/http/http-metrics.ts';
import type { RequestObserver } from './kernel/http/observe-requests.ts';
import { knownCallers } from './kernel/http/overload/known-callers.ts';
import type { PortalPort } from './kernel/http/portal/admit-portal.ts';
import { createRequestLines } from './kernel/http/request-lines.ts';
import { isOfPortal, type Route } from './kernel/http/route.ts';
import { NO_SANDBOX } from './kernel/http/sandbox-port.ts';
import type { Work } from './kernel/jobs/background.ts';
import { createJobMetrics } from './kernel/jobs/job-metrics.ts';
import type { ScheduleRow } from './kernel/jobs/schedule.ts';
import { unlockJobs } from './kernel/jobs/work-names.ts';
import type { MetricFacts } from './kernel/metrics/metric.ts';
import { networkCache } from './kernel/network/network-budget.ts';
import { spanNameCache } from './kernel/tracing/query-span.ts';
import { traceJobs } from './kernel/tracing/trace-jobs.ts';
import type { ErasureStep, Kernel, Module, RetentionClass } from './module.ts';
import type { NodeWatch, ReleaseWork } from './nodes/index.ts';
import { createNodes } from './nodes/module.ts';
import { createNotes } from './notes/module.ts';
import { listObjectMetrics, type WatchedObjects } from './pictures/index.ts';
import { createPicturesModule } from './pictures/module.ts';
import type { DocsFiles, PortalFiles } from './portal/index.ts';
import { createPortal } from './portal/module.ts';
import type { ExternalPlatform } from './processes/index.ts';
import { createProcesses } from './processes/module.ts';
import { createRateLimits } from './rate-limits/module.ts';
import { createReceivers } from './receivers/module.ts';
import { createReferences } from './references/module.ts';
import { createRequestLog } from './request-log/module.ts';
import type { loadSandbox } from './sandbox/load-sandbox.ts';
import { createSandbox } from './sandbox/module.ts';
import type { MasterKeys } from './tenants/index.ts';
import { createTenants } from './tenants/module.ts';
import { createTraces } from './traces/module.ts';
import { createTransactions } from './transactions/module.ts';
import { createTwoPerson } from './two-person/module.ts';
import type { HashCosts } from './users/index.ts';
import { createUsers } from './users/module.ts';
import { releaseClaimsOf } from './webhooks/index.ts';
import { createWebhooks } from './webhooks/module.ts';

/** What is open before the nouns are made; `loadSandbox` is there in the test environment alone. */
export type Opened = {
  masterKeys: MasterKeys;
  signingKeys: SigningKeys;
  engine: FaceEngine;
  /** The second engine of a change; undefined where none is under way. */
  otherEngine: OtherEngine | undefined;
  /** The bucket of pictures; undefined where none is configured. */
  objects: WatchedObjects | undefined;
  pageFiles: PageFiles;
  sdkFiles: SdkFiles;
  nodeWatch: Pick<NodeWatch, 'readiness' | 'found' | 'skewSeconds' | 'callNodes' | 'steadyMs' | 'nodeId'>;
  platform: ExternalPlatform | undefined;
  cardEvidence: CardEvidenceService | undefined;
  wrongMovements: WrongMovements;
  challengeLength: ChallengeLength | undefined;
  loadSandbox: typeof loadSandbox | undefined;
  ledger: Ledger | undefined;
  /** Connections of the portal alone; absent where it is off. */
  portalDatabase: Database | undefined;
  portalFiles: PortalFiles;
  docsFiles: DocsFiles;
  hashCosts: HashCosts | undefined;
};

/** The nouns of the service, and what the server's door needs of them. */
export type Modules = {
  /** Every noun, in the order in which what they erase depends on each other, and in which they begin. */
  all: readonly Module[];
  routes: readonly Route[];
  /** What they do beside requests, counted and measured. */
  work: Work;
  metrics: NonNullable<Module['metrics']>;
  observers: readonly RequestObserver[];
  door: Omit<Admission, 'noteSecurity' | 'maxConcurrency' | 'callNodes'>;
  /** What the portal's door asks; absent where the portal is off. */
  portal: PortalPort | undefined;
  facesState(): ReturnType<FacesModule['state']> & { areFirstFacesTrusted: boolean };
};

type StaffNeeds = Omit<
  Parameters<typeof createPortal>[1]['cases'],
  keyof Kernel | keyof Kernel['config'] | 'signingKeys'
>;

/** Gives back the jobs and deliveries of nodes that died. */
const releaseWork: ReleaseWork = async (trx, names) => {
  await unlockJobs(trx, names);
  await releaseClaimsOf(trx, names);
};

/** The people of the portal, and what they do there. */
function createStaff(
  kernel: Kernel,
  opened: Opened,
  { openDeploymentKey }: Pick<ReturnType<typeof createTenants>, 'openDeploymentKey'>,
  {
    erasing,
    ...needs
  }: StaffNeeds &
    Pick<AccessTokensModule, 'shareFailure'> &
    Pick<Parameters<typeof createPortal>[1], 'erasing'>,
): { nouns: readonly Module[]; port: ReturnType<typeof createPortal>['port'] } {
  const users = createUsers(kernel, {
    openKey: openDeploymentKey('users'),
    db: opened.portalDatabase?.db ?? kernel.db,
    hashCosts: opened.hashCosts,
    shareFailure: needs.shareFailure,
  });
  const { signingKeys, portalFiles, docsFiles, masterKeys } = opened;
  const cases = { ...kernel, ...kernel.config, ...needs, signingKeys };
  const portal = createPortal(kernel, {
    ...{ users: users.deps, portalFiles, docsFiles },
    ...{ cases, erasing, masterKeys },
  });
  return { nouns: [users, createTwoPerson(kernel), createReceivers(kernel), portal], port: portal.port };
}

/** Where nouns hold something of a person, and for how long. */
const heldBy = (nouns: readonly Module[]) => ({
  steps: nouns.flatMap(({ erase }) => erase ?? []),
  retention: nouns.flatMap(({ retention }) => retention ?? []),
});

/** What use cases need that people of the staff call, on the portal's own connections where it has some. */
const withPortalDb = <Needs extends object>(kernel: Kernel, { portalDatabase }: Opened, needs: Needs) => ({
  ...{ ...kernel, ...kernel.config, ...needs },
  db: portalDatabase?.db ?? kernel.db,
});

/** Makes the nouns from the kernel and from what they need of each other; nothing is begun, and nothing read. */
export function createModules(kernel: Kernel, opened: Opened): Modules {
  const tenants = createTenants(kernel, opened);
  const { settings, tenantKeys } = tenants;
  const accessTokens = createAccessTokensModule(kernel, {
    ...opened,
    openFailureKey: tenants.openDeploymentKey('failures'),
  });
  const evidence = createEvidence(kernel, opened);
  const sandbox = opened.loadSandbox?.({ ...kernel, ...kernel.config, settings, tenantKeys });
  const port = sandbox?.port ?? NO_SANDBOX;
  const requestLog = createRequestLog(kernel, tenants);
  const rateLimits = createRateLimits(kernel, { ...tenants, callNodes: opened.nodeWatch.callNodes });
  const faces = createFaces(kernel, { ...opened, tenantKeys });
  const pictures = createPicturesModule(kernel, opened);
  const webhooks = createWebhooks(kernel, { tenantKeys, sandbox: port });
  const shared = {
    ...{ settings, tenantKeys, faceHashKey: tenants.openDeploymentKey('face-prints') },
    ...{ galleries: faces.galleries, engine: faces.engine, otherEngine: faces.otherEngine },
    ...{ subscriptions: webhooks.subscriptions, pictures: pictures.pictures },
    ...{ recordAct: opened.ledger?.append, ...createSdkTokens(kernel, opened) },
  };
  const creating = { ...shared, ...evidence, sandbox: port, cardEvidence: opened.cardEvidence };
  const transactions = createTransactions(kernel, { ...creating, engineVersion: opened.engine.version });
  const processes = createProcesses(kernel, { ...shared, platform: opened.platform, sandbox: port });
  const subjects = { transaction: transactions.port, process: processes.port };
  const { wrongMovements, challengeLength } = opened;
  const captures = createCaptures(kernel, { ...shared, subjects, wrongMovements, challengeLength });
  const { identityPlatform } = processes;
  const { endpointRules } = webhooks;
  const byHand = withPortalDb(kernel, opened, { ...creating, identityPlatform });
  const nouns: readonly Module[] = [
    ...[createNodes(kernel, opened.nodeWatch, releaseWork), createAudit(kernel, opened), tenants],
    ...[accessTokens, faces],
    ...[captures, pictures, webhooks, requestLog, transactions, processes, createIdempotency(kernel)],
    ...[evidence, rateLimits, createReferences(kernel, shared), createTraces(kernel), createBins()],
    ...[createFigures(kernel), createExports(kernel, tenants), createNotes(kernel)],
    ...[
      createSandbox(kernel, sandbox, byHand, webhooks),
      createHostedFiles(kernel, {
        ...{ ...opened, settings },
        openKey: tenants.openDeploymentKey('page-assets'),
      }),
    ],
  ];
  const erasing = { ...kernel, ...evidence, ...heldBy(nouns), tenantKeys, ledger: opened.ledger };
  // Staff hold nothing of a person, and erase what all others hold.
  const staff = createStaff(kernel, opened, tenants, {
    ...creating,
    endpointRules,
    shareFailure: accessTokens.shareFailure,
    erasing,
  });
  const served = [...nouns, ...staff.nouns, createErasure(kernel, erasing)];
  const published = served.flatMap(({ routes: own }) => own ?? []).filter((route) => !isOfPortal(route));
  const all = [...served, createApiDocs(kernel, published)];
  return {
    all,
    ...watch(kernel, all),
    door: {
      verifyAccessToken: accessTokens.verify,
      takeFromBudget: rateLimits.takeFromBudget,
      findTenantLimits: tenants.findTenantLimits,
      recordCall: requestLog.record,
      sandbox: port,
    },
    portal: staff.port,
    facesState: () => ({ ...faces.state(), areFirstFacesTrusted: tenants.areFirstFacesTrusted() }),
  };
}

/** Caches that no noun owns. */
const KERNEL_CACHES = [statementCache, spanNameCache, networkCache, knownCallers];

/** Puts what the nouns bring under one set of metrics, and a line of the log for each request. */
function watch(
  { config, log, pool, clock }: Kernel,
  all: readonly Module[],
): Pick<Modules, 'routes' | 'work' | 'metrics' | 'observers'> {
  const routes = all.flatMap(({ routes: own }) => own ?? []);
  const { tasks, schedule } = workOf(all);
  const namesOf = (some: readonly Route[]): string[] => some.map(({ operationId }) => operationId);
  const frequent = namesOf(routes.filter(({ isFrequent }) => isFrequent));
  const http = createHttpMetrics(
    namesOf(routes.filter((route) => !isOfPortal(route))),
    namesOf(routes.filter(isOfPortal)),
  );
  const lines = createRequestLines(log, { frequent, sampleEvery: config.logSample });
  const scheduled = schedule.map(({ task }) => task);
  const jobs = createJobMetrics(Object.keys(tasks), scheduled);
  const own = all.flatMap(({ metrics }) => metrics ?? []);
  const caches = [...KERNEL_CACHES, ...all.flatMap(({ caches: ofNoun }) => ofNoun ?? [])];
  return {
    routes,
    work: { tasks: jobs.watch(traceJobs(tasks)), schedule },
    metrics: [
      ...http.metrics,
      lines.leftOut,
      ...jobs.metrics,
      ...databaseMetrics(pool),
      partitionGauge({ pool, clock }),
      createCacheGauge(caches),
      ...own,
    ],
    observers: [http.observer, lines.observer],
  };
}

/** Gathers the work of nouns beside requests. */
export const workOf = (modules: readonly Module[]): Work => ({
  tasks: Object.assign({}, ...modules.map(({ tasks }) => tasks ?? {})),
  schedule: modules.flatMap(({ schedule }) => schedule ?? []),
});

/** Stands for what is not open: nouns made with it can describe themselves, and do what needs neither engine nor keys. */
export const UNOPENED = { engine: { version: '' }, nodeWatch: {} } as Opened;

/** The nouns as they describe themselves, for documentation and tests: routes, schedule, steps and classes can be read, and nothing be done. */
export const describeModules = ({ environment = 'test' }: { environment?: Environment } = {}): Modules =>
  createModules({ config: { ...readConfig({}), environment } } as Kernel, UNOPENED);

/** Every operation that is published; documentation and tests read this table. Production has none of the sandbox. */
export const routeTable = (deployment?: { environment?: Environment }): readonly Route[] =>
  describeModules(deployment).routes.filter((route) => !isOfPortal(route));

/** Every row that the portal's host answers: its page, and the calls of its page. */
export const portalRouteTable = (): readonly Route[] => describeModules().routes.filter(isOfPortal);

/** Every metric of a service with a bucket, without those of Node.js itself; docs/operations/metrics.md is generated from this table. */
export const listMetrics = (): MetricFacts[] => [...describeModules().metrics, ...listObjectMetrics()];

/** When the clock starts which work. */
export const listSchedule = (): readonly ScheduleRow[] => workOf(describeModules().all).schedule;

/** Every place that holds something of a person, in the order in which rows depend on each other. */
export const listErasureSteps = (): readonly ErasureStep[] =>
  describeModules().all.flatMap(({ erase }) => erase ?? []);

/** Every class of data about persons, with its time; docs/data-protection.md is generated from this table. */
export const listRetention = (): readonly RetentionClass[] =>
  describeModules().all.flatMap(({ retention }) => retention ?? []);
