import { randomInt } from 'node:crypto';
import type { ChallengeLength } from '@titular/contract';
import type { FaceEngine } from '@titular/face-engine';
import { loadSigningKeys, type SigningKeys } from '../access-tokens/index.ts';
import type { WrongMovements } from '../captures/index.ts';
import type { CardEvidenceService } from '../card-evidence/index.ts';
import type { Config } from '../config/config.ts';
import type { Ledger } from '../erasure/index.ts';
import type { OtherEngine } from '../faces/index.ts';
import { type PageFiles, readPageFiles, readSdkFiles, type SdkFiles } from '../hosted-files/index.ts';
import type { Clock } from '../kernel/base/clock.ts';
import type { Log } from '../kernel/base/log.ts';
import { createSecurityLog } from '../kernel/base/security-log.ts';
import type { Database } from '../kernel/database/connect.ts';
import { createWorkNames } from '../kernel/jobs/work-names.ts';
import type { Duty, Kernel } from '../module.ts';
import { openObjects, proveObjects, type WatchedObjects } from '../pictures/index.ts';
import {
  type DocsFiles,
  NO_PORTAL_FILES,
  type PortalFiles,
  readDocsFiles,
  readPortalFiles,
} from '../portal/index.ts';
import type { ExternalPlatform } from '../processes/index.ts';
import type { loadSandbox } from '../sandbox/load-sandbox.ts';
import type { MasterKeys } from '../tenants/index.ts';
import type { HashCosts } from '../users/index.ts';
import { dutiesOf } from './duties.ts';
import { openEngine } from './engines/open-engine.ts';
import { type OtherEngineDeps, openOtherEngine } from './engines/open-other-engine.ts';
import { openCardEvidence } from './open-card-evidence.ts';
import {
  type Closer,
  checkFiles,
  openDatabase,
  openDeployment,
  openPortalDatabase,
  type Patience,
} from './open-database.ts';
import { findLedger } from './open-ledger.ts';
import { type OpenedNode, openNode } from './open-node.ts';
import { openPlatform } from './open-platform.ts';
import { openSandbox } from './open-sandbox.ts';

/**
 * What tests may replace: the clock of the service and of the machine, the engine (shared between services of one process), and what is
 * drawn. Also whether an attempt goes on after a movement that was not asked for, and how long every challenge is, whatever companies set.
 * Also who is told that the start waits, and what ends the wait; and what a hash of a password costs, which is never less than the floor.
 */
export type Replaced = {
  clock?: Clock;
  machineClock?: Clock;
  engine?: FaceEngine;
  otherEngine?: FaceEngine;
  wrongMovements?: WrongMovements;
  challengeLength?: ChallengeLength;
  random?: () => number;
  hashCosts?: HashCosts;
} & Patience;

/** Everything that is open before the first request can be served. */
export type Resources = {
  duties: ReadonlySet<Duty>;
  kernel: Kernel;
  node: OpenedNode;
  database: Database;
  masterKeys: MasterKeys;
  signingKeys: SigningKeys;
  engine: FaceEngine;
  /** The second engine of a change; undefined where none is under way. */
  otherEngine: OtherEngine | undefined;
  objects: WatchedObjects | undefined;
  pageFiles: PageFiles;
  sdkFiles: SdkFiles;
  portalFiles: PortalFiles;
  docsFiles: DocsFiles;
  platform: ExternalPlatform | undefined;
  cardEvidence: CardEvidenceService | undefined;
  loadSandbox: typeof loadSandbox | undefined;
  wrongMovements: WrongMovements;
  challengeLength: ChallengeLength | undefined;
  ledger: Ledger | undefined;
  portalDatabase: Database | undefined;
  hashCosts: HashCosts | undefined;
};

/** A number in [0, 1) that nobody can foresee. */
export const unpredictable = (): number => randomInt(2 ** 32) / 2 ** 32;

/** The second engine of a change, as it is configured or as a test gives it. */
async function findOther(
  config: Config,
  { otherEngine: given }: Replaced,
  deps: OtherEngineDeps,
): Promise<OtherEngine | undefined> {
  if (!given) return openOtherEngine(config, dutiesOf(config), deps);
  return { engine: () => given, problem: () => given.problem() };
}

/** Opens files, database, node, keys and engine, cheapest first: nothing that takes long is begun before all that can be wrong with settings, files and database was looked at. */
export async function openResources(
  config: Config,
  replaced: Replaced,
  log: Log,
  closers: Closer[],
): Promise<Resources> {
  const duties = dutiesOf(config);
  await checkFiles(config);
  const hasPortal = duties.has('calls') && config.portalUrl !== undefined;
  const files = {
    pageFiles: await readPageFiles(),
    sdkFiles: await readSdkFiles(),
    portalFiles: hasPortal ? await readPortalFiles() : NO_PORTAL_FILES,
    docsFiles: await readDocsFiles(),
  };
  const objects = openObjects(config, log);
  if (objects) await proveObjects(objects);
  const database = await openDatabase(config, log, closers, replaced);
  const { machineClock, wrongMovements = 'end', challengeLength, random = unpredictable } = replaced;
  const node = await openNode(config, database, { log, closers, machineClock });
  // All nodes go by the database's time, so that what one began another can judge.
  const clock = replaced.clock ?? node.clock;
  const masterKeys = await openDeployment(config, database, node.enter);
  const engineStarting = replaced.engine
    ? Promise.resolve(replaced.engine)
    : openEngine(config, duties, { log, closers, random: unpredictable });
  engineStarting.catch(() => undefined);
  const { db, pool } = database;
  const signingKeys = await loadSigningKeys({ db, masterKeys, clock });
  const engine = await engineStarting;
  const otherEngine = await findOther(config, replaced, {
    ...{ log, closers, random: unpredictable, present: engine.version },
  });
  const ledger = await findLedger(config, { db, clock, log });
  const portalDatabase = duties.has('calls') ? openPortalDatabase(config, database, log, closers) : undefined;
  const { hashCosts } = replaced;
  const noteSecurity = createSecurityLog(log, () => performance.now());
  return {
    duties,
    kernel: { config, db, pool, clock, log, noteSecurity, random, workNames: createWorkNames() },
    ...{ ...files, node, database, masterKeys, signingKeys, engine, wrongMovements, challengeLength, ledger },
    ...{ portalDatabase, hashCosts, objects, otherEngine },
    platform: openPlatform(config, { clock, log }, closers),
    cardEvidence: openCardEvidence(config, { clock, log }, closers),
    loadSandbox: await openSandbox(config.environment),
  };
}
