import manifest from '../../package.json' with { type: 'json' };
import { ingress, networkPolicy, services } from './kubernetes-network.ts';
import {
  account,
  type Choices,
  configMap,
  deployment,
  disruptionBudget,
  type KubernetesObject,
  ledgerClaim,
  migrationJob,
  ownSettings,
} from './kubernetes-objects.ts';
import { listVariables, MIGRATES, OPTIONAL_SECRETS, PUBLIC_URL } from './settings.ts';
import { Template, writeYaml } from './yaml.ts';

/** First line of each generated file. */
export const COMMENT = 'Generated from scripts/deployment by `npm run generate`.';
const IMAGE = 'localhost/titular';

const trustedProxies = (): string =>
  listVariables('kubernetes').find(({ variable }) => variable === 'TITULAR_TRUSTED_PROXIES')?.value ?? '';

/** Every object of a deployment, by the name of its file. */
export const listObjects = (choices: Choices): Record<string, KubernetesObject[]> => ({
  'serviceaccount.yaml': [account()],
  'configmap.yaml': [configMap(choices)],
  'settings.yaml': [ownSettings(choices)],
  'ledger.yaml': [ledgerClaim(choices)],
  ...(MIGRATES ? { 'migrate.yaml': [migrationJob(choices)] } : {}),
  'deployment.yaml': [deployment(choices)],
  'services.yaml': services(),
  'poddisruptionbudget.yaml': [disruptionBudget()],
  'networkpolicy.yaml': [networkPolicy()],
});

/** The choices of the Kustomize base, which overlays change. */
export const baseChoices = (version = manifest.version): Choices => ({
  image: `${IMAGE}:${version}`,
  replicas: 2,
  secretName: 'titular',
  extraSecret: OPTIONAL_SECRETS.more.name,
  databaseCaSecret: OPTIONAL_SECRETS.databaseCa.name,
  settings: {},
  publicUrl: PUBLIC_URL,
  trustedProxies: trustedProxies(),
  ledgerClaim: 'titular-ledger',
  ledgerStorageClass: 'shared',
  cpuRequest: '500m',
  memoryRequest: '768Mi',
  memoryLimit: '2Gi',
  run: version.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
});

/** The values of the Helm chart: the choices by other names where a chart has a custom. */
export const chartValues = (): Record<string, string | number | KubernetesObject> => {
  const { image: _image, run: _run, settingsHash: _settingsHash, ...choices } = baseChoices();
  return { imageRepository: IMAGE, imageTag: manifest.version, ...choices } as Record<
    string,
    string | number | KubernetesObject
  >;
};

const quotedValue = (name: string): Template => new Template(`{{ .Values.${name} | quote }}`);

const chartChoices = (): Choices => {
  const texts = Object.keys(baseChoices()).map((name) => [name, quotedValue(name)]);
  return {
    ...(Object.fromEntries(texts) as Choices),
    image: new Template('"{{ .Values.imageRepository }}:{{ .Values.imageTag }}"'),
    replicas: new Template('{{ .Values.replicas }}'),
    settings: new Template('{{ .Values.settings | toJson }}'),
    settingsHash: new Template(
      '{{ list .Values.settings .Values.publicUrl .Values.trustedProxies | toJson | sha256sum | quote }}',
    ),
    run: new Template('{{ .Values | toJson | sha256sum | trunc 10 }}'),
  };
};

const chart = {
  apiVersion: 'v2',
  name: 'titular',
  description: manifest.description,
  type: 'application',
  version: manifest.version,
  appVersion: manifest.version,
};

/** The texts of objects as files of a directory. */
export function filesBelow(
  directory: string,
  objects: Record<string, KubernetesObject[]>,
): Record<string, string> {
  const files = Object.entries(objects).map(([name, list]) => [
    `${directory}/${name}`,
    writeYaml(COMMENT, ...list),
  ]);
  return Object.fromEntries(files);
}

const kustomization = (resources: readonly string[]): KubernetesObject => ({
  apiVersion: 'kustomize.config.k8s.io/v1beta1',
  kind: 'Kustomization',
  resources,
});

/** A Kustomize base with its ingress beside it, and the Helm chart of the same objects. */
export const kubernetesFiles = (): Record<string, string> => {
  const objects = listObjects(baseChoices());
  return {
    ...filesBelow('ops/kubernetes/base', {
      'kustomization.yaml': [kustomization(Object.keys(objects))],
      ...objects,
    }),
    ...filesBelow('ops/kubernetes/ingress-nginx', {
      'kustomization.yaml': [kustomization(['../base', 'ingress.yaml'])],
      'ingress.yaml': [ingress()],
    }),
    ...filesBelow('ops/helm/titular', { 'Chart.yaml': [chart], 'values.yaml': [chartValues()] }),
    ...filesBelow('ops/helm/titular/templates', listObjects(chartChoices())),
  };
};
