import { baseChoices, COMMENT, filesBelow } from './kubernetes-files.ts';
import { MONITORING, tcp } from './kubernetes-network.ts';
import {
  container,
  disruptionBudget,
  type KubernetesObject,
  LABELS,
  metadata,
  NODES,
  podSpec,
  rolling,
  serving,
  settingsFrom,
  spread,
} from './kubernetes-objects.ts';
import { ALLOCATOR, DATA_DIRECTORY, ENGINE_SECRET, PORTS, SECRETS_DIRECTORY } from './settings.ts';
import { Template, writeYaml } from './yaml.ts';

const ENGINE = 'titular-engine';
const WORKER = 'titular-worker';
const API = 'titular-api';
const ENGINE_NODES = 2;

/** Engine nodes have another name, so that the policies of nodes do not let them out. */
const ENGINES = { 'app.kubernetes.io/name': ENGINE, 'app.kubernetes.io/component': 'engine' } as const;
const WORKERS = { ...LABELS, 'app.kubernetes.io/component': 'worker' } as const;

/** Beside the secrets of nodes, because engine nodes have this one alone. */
const DIRECTORY = `${SECRETS_DIRECTORY}-engine`;

/** Each engine node by its own name: the nodes choose the one with the fewest pictures under way. */
const ENGINE_URLS = Array.from(
  { length: ENGINE_NODES },
  (_, index) => `http://${ENGINE}-${index}.${ENGINE}:${PORTS.public}/analyse`,
).join(',');

const settings = (name: string, data: KubernetesObject): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: metadata(name),
  data,
});

const secretVolume: KubernetesObject = {
  name: 'engine-secret',
  secret: { secretName: ENGINE, defaultMode: 0o440 },
};
const secretMount: KubernetesObject = {
  name: 'engine-secret',
  mountPath: DIRECTORY,
  readOnly: true,
};
const secretVariable: KubernetesObject = { [ENGINE_SECRET.variable]: `${DIRECTORY}/${ENGINE_SECRET.file}` };

/** Makes the nodes of the base answer calls alone, and have faces measured by the engine nodes. */
const apiPatch = (): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'titular' },
  spec: {
    // The autoscaler says how many.
    replicas: new Template('null'),
    template: {
      spec: {
        containers: [{ name: 'titular', envFrom: settingsFrom(API), volumeMounts: [secretMount] }],
        volumes: [secretVolume],
      },
    },
  },
});

const apiSettings = (): KubernetesObject =>
  settings(API, {
    TITULAR_ROLE: 'api',
    TITULAR_FACE_ENGINE_URL: ENGINE_URLS,
    // Between pods, which the network policies keep apart from all others.
    TITULAR_WITHOUT_TLS: 'face-engine',
    ...secretVariable,
  });

/** Nodes that answer calls grow with their load; engine nodes are named one by one, and stay as many. */
const autoscaler = (): KubernetesObject => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: metadata('titular'),
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'titular' },
    minReplicas: 2,
    maxReplicas: 8,
    metrics: [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
      },
    ],
  },
});

const worker = (): KubernetesObject => {
  const choices = baseChoices();
  const inner = { ...container(WORKER, ['serve'], choices), envFrom: settingsFrom(WORKER) };
  return rolling(WORKER, WORKERS, 2, podSpec(serving(inner, ['operations']), choices));
};

/** Has neither database nor keys nor the ledger. */
const engine = (): KubernetesObject => {
  const choices = baseChoices();
  const inner = {
    ...container(ENGINE, ['serve'], choices),
    envFrom: [{ configMapRef: { name: ENGINE } }],
    volumeMounts: [
      secretMount,
      { name: 'data', mountPath: DATA_DIRECTORY },
      { name: 'tmp', mountPath: '/tmp' },
    ],
  };
  const { volumes, ...pod } = podSpec(serving(inner, ['http', 'operations']), choices);
  const own = (volumes as readonly KubernetesObject[]).filter(
    ({ name }) => name === 'data' || name === 'tmp',
  );
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: metadata(ENGINE, ENGINES),
    spec: {
      serviceName: ENGINE,
      replicas: ENGINE_NODES,
      podManagementPolicy: 'Parallel',
      ...spread(ENGINES, { ...pod, volumes: [secretVolume, ...own] }),
    },
  };
};

const engineSettings = (): KubernetesObject =>
  settings(ENGINE, {
    ...{ TITULAR_ENV: 'production', TITULAR_ROLE: 'engine' },
    ...{ HOST: '0.0.0.0', PORT: String(PORTS.public) },
    ...{ TITULAR_OPERATIONS_PORT: String(PORTS.operations), TITULAR_OPERATIONS_HOST: '0.0.0.0' },
    ...{ TITULAR_DATA_DIR: DATA_DIRECTORY, TITULAR_LOG_LEVEL: 'info' },
    ...{ [ALLOCATOR.variable]: ALLOCATOR.value, ...secretVariable },
  });

/** Gives each engine node a name of its own. */
const engineNames = (): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadata(ENGINE, ENGINES),
  spec: {
    clusterIP: 'None',
    selector: ENGINES,
    ports: [{ name: 'http', port: PORTS.public, targetPort: 'http' }],
  },
});

/** Engine nodes answer the nodes and reach nobody; the nodes reach them beside what the base lets them reach. */
const policies = (): KubernetesObject[] => [
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadata(ENGINE, ENGINES),
    spec: {
      podSelector: { matchLabels: ENGINES },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [{ podSelector: { matchLabels: NODES } }], ports: tcp('http') }, MONITORING],
      egress: [],
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadata(API),
    spec: {
      podSelector: { matchLabels: NODES },
      policyTypes: ['Egress'],
      egress: [{ to: [{ podSelector: { matchLabels: ENGINES } }], ports: tcp(PORTS.public) }],
    },
  },
];

/** What is added to the Kustomize base for a process of each role, by the name of its file. */
export const listRoleObjects = (): Record<string, KubernetesObject[]> => ({
  'api.yaml': [apiSettings(), autoscaler()],
  'worker.yaml': [settings(WORKER, { TITULAR_ROLE: 'worker' }), worker(), disruptionBudget(WORKER, WORKERS)],
  'engine.yaml': [engineSettings(), engine(), engineNames(), disruptionBudget(ENGINE, ENGINES)],
  'networkpolicies.yaml': policies(),
});

/** The overlay that gives each process a role. */
export const kubernetesRoleFiles = (): Record<string, string> => {
  const objects = listRoleObjects();
  const directory = 'ops/kubernetes/roles';
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: ['../base', ...Object.keys(objects)],
    patches: [{ path: 'api-patch.yaml' }],
  };
  return {
    ...filesBelow(directory, objects),
    [`${directory}/api-patch.yaml`]: writeYaml(COMMENT, apiPatch()),
    [`${directory}/kustomization.yaml`]: writeYaml(COMMENT, kustomization),
  };
};
