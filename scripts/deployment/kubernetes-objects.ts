import {
  ALLOCATOR,
  DATA_DIRECTORY,
  DRAIN,
  LEDGER,
  listVariables,
  OPTIONAL_SECRETS,
  PORTS,
  SECRETS,
  SECRETS_DIRECTORY,
  START_SECONDS,
  stopSeconds,
  USER,
} from './settings.ts';
import { Template, type Yaml } from './yaml.ts';

/** An object of Kubernetes. */
export type KubernetesObject = { readonly [name: string]: Yaml };

/** What differs between clusters; constants in the Kustomize base, expressions in the Helm chart. */
export type Choices = {
  image: string | Template;
  replicas: number | Template;
  secretName: string | Template;
  /** Secrets that need not be there: keys that settings name as files, and who signed for the database. */
  extraSecret: string | Template;
  databaseCaSecret: string | Template;
  /** Settings beside those of the base, over which they go. */
  settings: KubernetesObject | Template;
  publicUrl: string | Template;
  trustedProxies: string | Template;
  /** The claim of the erasure ledger, and a class whose volumes several machines write. */
  ledgerClaim: string | Template;
  ledgerStorageClass: string | Template;
  cpuRequest: string | Template;
  memoryRequest: string | Template;
  memoryLimit: string | Template;
  /** Changes with the settings: pods read them when they begin, so that only a changed template rolls them. Kustomize has none. */
  settingsHash?: Template;
  /** Tells the job of one release from that of another, because a job cannot be changed. */
  run: string | Template;
};

/** The name of nodes, and of what belongs to all. */
export const NAME = 'titular';
const OWN_SETTINGS = 'titular-settings';

/** The labels of everything that the policies of nodes choose. */
export const LABELS = { 'app.kubernetes.io/name': NAME } as const;

/** The labels of the processes that answer calls. */
export const NODES = { ...LABELS, 'app.kubernetes.io/component': 'node' } as const;
const MIGRATION = { ...LABELS, 'app.kubernetes.io/component': 'migrate' } as const;

/** Name and labels of an object. */
export const metadata = (name: string | Template, labels: KubernetesObject = LABELS): KubernetesObject => ({
  name,
  labels,
});

const PROBE_SECONDS = 2;

const probe = (path: string, more: KubernetesObject): KubernetesObject => ({
  httpGet: { path, port: 'operations' },
  timeoutSeconds: 2,
  ...more,
});

/** The settings of all nodes, without secrets. */
export const configMap = ({ publicUrl, trustedProxies }: Choices): KubernetesObject => {
  const chosen: Record<string, Yaml> = {
    TITULAR_PUBLIC_URL: publicUrl,
    TITULAR_TRUSTED_PROXIES: trustedProxies,
  };
  const variables = listVariables('kubernetes').map(({ variable, value }) => [
    variable,
    chosen[variable] ?? value,
  ]);
  const files = SECRETS.map(({ variable, file }) => [variable, `${SECRETS_DIRECTORY}/${file}`]);
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadata(NAME),
    data: Object.fromEntries([...variables, ...files, [ALLOCATOR.variable, ALLOCATOR.value]]),
  };
};

/** Settings that a deployment adds, and that go over those of the base. */
export const ownSettings = ({ settings }: Choices): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: metadata(OWN_SETTINGS),
  data: settings,
});

/** Where a process reads its settings, each over those before it. */
export const settingsFrom = (...names: string[]): Yaml =>
  [NAME, ...names, OWN_SETTINGS].map((name) => ({ configMapRef: { name } }));

/** The program with some words, confined, with the settings and secrets of nodes. */
export const container = (name: string, words: string[], choices: Choices): KubernetesObject => ({
  name,
  image: choices.image,
  args: words,
  envFrom: settingsFrom(),
  resources: {
    requests: { cpu: choices.cpuRequest, memory: choices.memoryRequest },
    limits: { memory: choices.memoryLimit },
  },
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  volumeMounts: [
    { name: 'secrets', mountPath: SECRETS_DIRECTORY, readOnly: true },
    { name: 'more-secrets', mountPath: OPTIONAL_SECRETS.more.directory, readOnly: true },
    { name: 'database-ca', mountPath: OPTIONAL_SECRETS.databaseCa.directory, readOnly: true },
    { name: 'data', mountPath: DATA_DIRECTORY },
    { name: 'ledger', mountPath: LEDGER.directory },
    { name: 'tmp', mountPath: '/tmp' },
  ],
});

const secretVolumes = ({ secretName, extraSecret, databaseCaSecret }: Choices): KubernetesObject[] => {
  const { file } = OPTIONAL_SECRETS.databaseCa;
  return [
    {
      name: 'secrets',
      secret: {
        secretName,
        defaultMode: 0o440,
        items: SECRETS.map((secret) => ({ key: secret.file, path: secret.file })),
      },
    },
    { name: 'more-secrets', secret: { secretName: extraSecret, defaultMode: 0o440, optional: true } },
    {
      name: 'database-ca',
      // The secret of an operator holds the key of the authority as well.
      secret: { secretName: databaseCaSecret, optional: true, items: [{ key: file, path: file }] },
    },
  ];
};

/** A pod of one container that has the secrets and the ledger of nodes. */
export const podSpec = (inner: KubernetesObject, choices: Choices): KubernetesObject => ({
  serviceAccountName: NAME,
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: USER,
    runAsGroup: USER,
    fsGroup: USER,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  containers: [inner],
  volumes: [
    ...secretVolumes(choices),
    { name: 'data', emptyDir: { sizeLimit: '256Mi' } },
    { name: 'ledger', persistentVolumeClaim: { claimName: choices.ledgerClaim } },
    { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
  ],
});

const PORT_NAMES = { http: PORTS.public, operations: PORTS.operations } as const;

/** A process that serves: its ports, and probes at the operations port. */
export const serving = (inner: KubernetesObject, ports: readonly (keyof typeof PORT_NAMES)[]) => ({
  ...inner,
  ports: ports.map((name) => ({ name, containerPort: PORT_NAMES[name] })),
  // A node that waits for a migration is alive, has not started and is not ready.
  startupProbe: probe('/healthz', {
    periodSeconds: PROBE_SECONDS,
    failureThreshold: START_SECONDS / PROBE_SECONDS,
  }),
  readinessProbe: probe('/readyz', { periodSeconds: PROBE_SECONDS, failureThreshold: 1 }),
  livenessProbe: probe('/healthz', { periodSeconds: 10, failureThreshold: 6 }),
});

/** Pods of one part with its labels, spread over machines, and given their time to drain. */
export const spread = (
  labels: KubernetesObject,
  spec: KubernetesObject,
  annotated: KubernetesObject = {},
): KubernetesObject => ({
  selector: { matchLabels: labels },
  template: {
    metadata: { labels, ...annotated },
    spec: {
      ...spec,
      terminationGracePeriodSeconds: stopSeconds(DRAIN.cluster),
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'kubernetes.io/hostname',
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector: { matchLabels: labels },
        },
      ],
    },
  },
});

/** Processes that are started one after the other. */
export const rolling = (
  name: string,
  labels: KubernetesObject,
  replicas: number | Template,
  spec: KubernetesObject,
  annotated: KubernetesObject = {},
): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: metadata(name),
  spec: {
    replicas,
    revisionHistoryLimit: 3,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    ...spread(labels, spec, annotated),
  },
});

/** The nodes. */
export const deployment = (choices: Choices): KubernetesObject =>
  rolling(
    NAME,
    NODES,
    choices.replicas,
    podSpec(serving(container(NAME, ['serve'], choices), ['http', 'operations']), choices),
    choices.settingsHash ? { annotations: { 'checksum/settings': choices.settingsHash } } : {},
  );

/** How long a job that is done can be looked at. */
const JOB_SECONDS = 600;

const jobName = ({ run }: Choices): string | Template => {
  const name = `${NAME}-migrate-`;
  return typeof run === 'string' ? `${name}${run}` : new Template(`${name}${run.text}`);
};

/** The claim of the erasure ledger, which every node writes; it outlives the chart. */
export const ledgerClaim = ({ ledgerClaim: name, ledgerStorageClass }: Choices): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, labels: LABELS, annotations: { 'helm.sh/resource-policy': 'keep' } },
  spec: {
    accessModes: ['ReadWriteMany'],
    storageClassName: ledgerStorageClass,
    resources: { requests: { storage: '1Gi' } },
  },
});

/** The step that brings the schema up to date; nodes wait for it. */
export const migrationJob = (choices: Choices): KubernetesObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: metadata(jobName(choices)),
  spec: {
    backoffLimit: 10,
    ttlSecondsAfterFinished: JOB_SECONDS,
    template: {
      metadata: { labels: MIGRATION },
      spec: { ...podSpec(container('migrate', ['migrate'], choices), choices), restartPolicy: 'OnFailure' },
    },
  },
});

/** What nodes need of the cluster: an account without a token, and one of them at most away by intent. */
export const account = (): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: metadata(NAME),
  automountServiceAccountToken: false,
});

/** One pod of a part at most may be away by intent. */
export const disruptionBudget = (
  name: string = NAME,
  labels: KubernetesObject = NODES,
): KubernetesObject => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: metadata(name),
  spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
});
