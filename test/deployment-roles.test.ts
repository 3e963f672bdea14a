import { readConfig } from '@titular/server/config/config.ts';
import { describe, expect, test } from 'vitest';
import { deploymentFiles } from '../scripts/deployment/deployment-files.ts';
import { baseChoices, listObjects } from '../scripts/deployment/kubernetes-files.ts';
import { listRoleObjects } from '../scripts/deployment/kubernetes-roles.ts';
import type { Yaml } from '../scripts/deployment/yaml.ts';

type Fields = { readonly [name: string]: Yaml };

const files = deploymentFiles();
const objects = [
  ...Object.values(listObjects(baseChoices())).flat(),
  ...Object.values(listRoleObjects()).flat(),
];
const at = (value: Yaml | undefined, ...path: readonly (string | number)[]): Yaml | undefined =>
  path.reduce<Yaml | undefined>((inner, name) => (inner as Fields | undefined)?.[name], value);
const find = (kind: string, name: string): Fields =>
  objects.find((one) => one['kind'] === kind && at(one, 'metadata', 'name') === name) ??
  expect.unreachable(`no ${kind} ${name}`);

/** What the program reads where each file of a secret holds something that fits. */
function withSecrets(given: Record<string, string>): Record<string, string> {
  const { DATABASE_URL_FILE: database, TITULAR_FACE_ENGINE_SECRET_FILE: engine, ...rest } = given;
  return {
    ...rest,
    ...(database ? { DATABASE_URL: 'postgresql://titular:x@db.example/titular?sslmode=verify-full' } : {}),
    ...(engine ? { TITULAR_FACE_ENGINE_SECRET: 'a-secret-of-16-chars' } : {}),
  };
}

/** Settings that a container has of its config maps, the last one first where two name one. */
const settingsOf = (...maps: string[]): Record<string, string> =>
  withSecrets(
    Object.assign({}, ...maps.map((name) => at(find('ConfigMap', name), 'data'))) as Record<string, string>,
  );

const mapsOf = (kind: string, name: string): string[] => {
  const sources = at(find(kind, name), 'spec', 'template', 'spec', 'containers', 0, 'envFrom');
  return (sources as unknown as Fields[]).map((source) => String(at(source, 'configMapRef', 'name')));
};

describe('the roles in Kubernetes (S5)', () => {
  test.each([
    ['Deployment', 'titular-worker', 'worker'],
    ['StatefulSet', 'titular-engine', 'engine'],
  ])('the %s %s has settings that the program takes, as %s', (kind, name, role) => {
    expect(readConfig(settingsOf(...mapsOf(kind, name)))).toMatchObject({ role, environment: 'production' });
  });

  test('nodes that answer calls name every engine node by the name that the cluster gives it', () => {
    const config = readConfig(settingsOf('titular', 'titular-api'));
    expect(config).toMatchObject({ role: 'api', environment: 'production' });
    const engine = find('StatefulSet', 'titular-engine');
    const service = find('Service', String(at(engine, 'spec', 'serviceName')));
    expect(at(service, 'spec', 'clusterIP')).toBe('None');
    expect(config.faceEngineUrls?.map((url) => new URL(url).hostname)).toEqual(
      Array.from(
        { length: Number(at(engine, 'spec', 'replicas')) },
        (_, index) => `titular-engine-${index}.${String(at(service, 'metadata', 'name'))}`,
      ),
    );
  });

  test('an engine node has neither keys, database nor ledger, is reached by nodes alone, and reaches nobody', () => {
    const engine = find('StatefulSet', 'titular-engine');
    const volumes = at(engine, 'spec', 'template', 'spec', 'volumes') as unknown as Fields[];
    expect(volumes.map(({ name }) => name)).toEqual(['engine-secret', 'data', 'tmp']);
    const policy = find('NetworkPolicy', 'titular-engine');
    expect(at(policy, 'spec', 'egress')).toEqual([]);
    expect(at(policy, 'spec', 'policyTypes')).toEqual(['Ingress', 'Egress']);
    const labels = at(engine, 'spec', 'template', 'metadata', 'labels');
    const ofNodes = at(find('NetworkPolicy', 'titular'), 'spec', 'podSelector', 'matchLabels') as Fields;
    expect(labels).not.toMatchObject(ofNodes);
    expect(at(policy, 'spec', 'podSelector', 'matchLabels')).toEqual(labels);
    const nodes = at(find('Deployment', 'titular'), 'spec', 'template', 'metadata', 'labels');
    const from = at(policy, 'spec', 'ingress', 0, 'from', 0, 'podSelector', 'matchLabels');
    expect([from, at(find('NetworkPolicy', 'titular-api'), 'spec', 'podSelector', 'matchLabels')]).toEqual([
      nodes,
      nodes,
    ]);
  });

  test('a worker has the keys and the ledger, and no port for calls', () => {
    const worker = find('Deployment', 'titular-worker');
    const [container] = at(worker, 'spec', 'template', 'spec', 'containers') as unknown as Fields[];
    expect(at(container, 'ports')).toEqual([{ name: 'operations', containerPort: 9464 }]);
    const base = at(find('Deployment', 'titular'), 'spec', 'template', 'spec', 'volumes');
    expect(at(worker, 'spec', 'template', 'spec', 'volumes')).toEqual(base);
    const chosen = at(find('Service', 'titular'), 'spec', 'selector') as Fields;
    expect(at(worker, 'spec', 'template', 'metadata', 'labels')).not.toMatchObject(chosen);
  });
});

describe('the roles under systemd (S5)', () => {
  const lines = (file: string, from: RegExp): Record<string, string> =>
    Object.fromEntries(
      [...(files[`ops/systemd/${file}`] ?? '').matchAll(from)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
  const plain = /^([A-Z_]+)=(.*)$/gm;
  const inUnit = /^Environment=([A-Z_]+)=(.*)$/gm;

  test.each([
    ['api', ['environment'], ['titular@.service', 'titular@api.service.d/engine.conf']],
    ['worker', ['environment'], ['titular@.service']],
    ['engine', ['engine.environment'], ['titular-engine.service']],
  ])('%s is started with settings that the program takes', (role, environments, units) => {
    const given = withSecrets({
      ...Object.assign({}, ...environments.map((file) => lines(file, plain))),
      ...Object.assign({}, ...units.map((file) => lines(file, inUnit))),
    });
    expect(readConfig({ ...given, TITULAR_ROLE: role })).toMatchObject({ role, environment: 'production' });
  });
});
