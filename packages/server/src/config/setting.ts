import type { Parse } from './config-values.ts';

/** The two environments; a database belongs to one of them for ever (design section 1). */
export type Environment = 'test' | 'production';

/** What a process of the service does: everything, answer calls, do jobs, or measure faces for the others. */
export const ROLES = ['all', 'api', 'worker', 'engine'] as const;

/** One of the roles. */
export type Role = (typeof ROLES)[number];

/** The second engine of a change: the precision of one inside, or the addresses of one behind HTTP. */
export type OtherFaceEngine = 'float32' | 'int8' | string[];

/** Everything the operator can set, parsed; nothing else in the service reads the environment. */
export type Config = {
  environment: Environment;
  host: string;
  port: number;
  publicUrl: string;
  /** Origin of the portal; undefined where it is off. */
  portalUrl: string | undefined;
  oidcIssuer: string | undefined;
  oidcClientId: string | undefined;
  oidcClientSecret: string | undefined;
  oidcName: string | undefined;
  oidcAcr: string | undefined;
  dataDirectory: string;
  /** Whether the operator named the data directory; not a setting of its own. */
  isDataDirectoryGiven: boolean;
  /** Which secrets stand in files and change when those are read again; not a setting of its own. */
  secretFiles: SecretFiles;
  /** Variables that look like settings and are none, in words; not a setting of its own. */
  unknownSettings: readonly string[];
  /** Variables that the environment gives a value; not a setting of its own. */
  given: readonly string[];
  databaseUrl: string | undefined;
  reportDatabaseUrl: string | undefined;
  databasePoolSize: number;
  embeddedDatabase: boolean;
  migrate: 'auto' | 'check' | 'wait';
  withoutTls: string[];
  allowRoot: boolean;
  role: Role;
  drainSeconds: number;
  operationsPort: number | undefined;
  operationsHost: string;
  overloadMs: number;
  logSample: number;
  callLogSample: number;
  otlpUrl: string | undefined;
  traceShare: number;
  masterKey: string | undefined;
  masterKeyFile: string | undefined;
  trustedProxies: string[];
  maximumConnections: number;
  signingKeyDays: number;
  failedAuthentications: number;
  logLevel: string;
  engineThreads: number;
  faceRuntime: 'auto' | 'native' | 'wasm';
  faceDescriptor: 'float32' | 'int8';
  faceEngineUrls: string[] | undefined;
  faceEngineSecret: string | undefined;
  /** Undefined where no change of engine is under way. */
  otherFaceEngine: OtherFaceEngine | undefined;
  otherFaceEngineSecret: string | undefined;
  identityPlatformUrl: string | undefined;
  identityPlatformTokenUrl: string | undefined;
  identityPlatformClientId: string | undefined;
  identityPlatformClientSecret: string | undefined;
  identityPlatformWebhookSecrets: string[] | undefined;
  cardEvidenceUrl: string | undefined;
  cardEvidenceSecrets: string[] | undefined;
  cardEvidenceIdentity: 'omit' | 'send';
  cardEvidenceMs: number;
  matchThreshold: number;
  /** Undefined where memory alone limits a gallery. */
  galleryLimit: number | undefined;
  galleryMemoryMb: number;
  galleryThreads: number;
  challengeStepSeconds: number;
  maximumAttempts: number;
  retrySeconds: number;
  linkLifetimeSeconds: number;
  /** Lifetime of a link that nobody opened, where an operator set one; undefined for as long as its transaction or process. */
  unopenedLinkSeconds: number | undefined;
  webhookPorts: number[];
  webhookLoopback: boolean;
  /** Whether `/docs/try` is served. */
  tryIt: boolean;
  picturePlace: 'database' | 'objects';
  objectsUrl: string | undefined;
  objectsRegion: string;
  objectsAccessKey: string | undefined;
  objectsSecretKey: string | undefined;
  erasureSweep: boolean;
  erasureLedger: string | undefined;
};

/** One setting: its variable, its default, which other settings may change, its bounds in words, and how it is read (undefined means refused). */
export type Setting = {
  key: keyof Config;
  variable: string;
  fallback: string;
  fallbackBeside?(env: Readonly<Record<string, string | undefined>>): string | undefined;
  bounds: string;
  purpose: string;
  parse: Parse;
  secret?: true;
};

/** What settings are for, by their keys, in one language. */
export type Purposes = Readonly<Partial<Record<keyof Config, string>>>;

/** The secret settings that were read from files, each with its file, so that they can be read again. */
export type SecretFiles = readonly { setting: Setting; file: string }[];
