import { commands } from '@titular/cli/commands/commands.ts';
import { readConfig } from '@titular/server/config/config.ts';
import { describe, expect, test } from 'vitest';
import { composeObject } from '../scripts/deployment/compose-file.ts';
import { composeRolesObject } from '../scripts/deployment/compose-roles-file.ts';
import { deploymentFiles } from '../scripts/deployment/deployment-files.ts';
import { baseChoices, chartValues, listObjects } from '../scripts/deployment/kubernetes-files.ts';
import { listRoleObjects } from '../scripts/deployment/kubernetes-roles.ts';
import { DRAIN, knownVariables, LEDGER, SECRETS } from '../scripts/deployment/settings.ts';
import type { Yaml } from '../scripts/deployment/yaml.ts';

type Fields = { readonly [name: string]: Yaml };

const files = deploymentFiles();
const END_SECONDS = 25;

const objects = Object.values(listObjects(baseChoices())).flat();
const compose = composeObject() as { services: Record<string, Fields> };

/** All objects within a value, itself first. */
const within = (value: Yaml | undefined): Fields[] => {
  if (typeof value !== 'object' || value === null) return [];
  const nested = Object.values(value).flatMap((one: Yaml) => within(one));
  return Array.isArray(value) ? nested : [value as Fields, ...nested];
};

const at = (value: Yaml | undefined, ...path: readonly (string | number)[]): Yaml | undefined =>
  path.reduce<Yaml | undefined>((inner, name) => (inner as Fields | undefined)?.[name], value);

const ofKind = (kind: string): Fields[] => objects.filter((object) => object['kind'] === kind);

/** The pods of a deployment: their labels and what is in them. */
const pods = objects
  .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
  .map((object) => at(object, 'spec', 'template') as Fields);
/** The pods that the roles add to those of the base. */
const roleObjects = Object.values(listRoleObjects()).flat();
const rolePods = roleObjects
  .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
  .map((object) => at(object, 'spec', 'template') as Fields);
const containers = pods.flatMap((pod) => at(pod, 'spec', 'containers') as unknown as Fields[]);

describe('the files of a deployment', () => {
  test('name no variable that the program does not read (S49)', () => {
    const named = Object.entries(files).flatMap(([file, text]) =>
      [...text.matchAll(/\b(?:TITULAR_[A-Z_]+|DATABASE_URL\w*)\b/g)].map(([name]) => ({ file, name })),
    );
    expect(new Set(named.map(({ name }) => name)).size).toBeGreaterThan(8);
    expect(named.filter(({ name }) => !knownVariables.has(name))).toEqual([]);
  });

  test('have what the program is given as variables of it or of the allocator', () => {
    const given = [
      ...Object.keys(at(ofKind('ConfigMap')[0], 'data') as Fields),
      ...Object.keys(at(compose.services['titular-1'], 'environment') as Fields),
      ...[...(files['ops/systemd/environment'] ?? '').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name),
      ...[...(files['ops/systemd/titular.service'] ?? '').matchAll(/^Environment=([A-Z_]+)=/gm)].map(
        ([, name = '']) => name,
      ),
    ];
    expect(given).toEqual(expect.arrayContaining(['HOST', 'PORT', 'TITULAR_ENV', 'MALLOC_ARENA_MAX']));
    expect(given.filter((name) => name !== 'MALLOC_ARENA_MAX' && !knownVariables.has(name))).toEqual([]);
  });

  test('start the program by words that it knows', () => {
    const words = [
      ...containers.map((container) => (container['args'] as unknown as string[]).join(' ')),
      ...Object.values(compose.services)
        .filter(({ image }) => String(image).includes('/titular:'))
        .map((service) => (service['command'] as unknown as string[]).join(' ')),
      ...Object.values(files).flatMap((text) =>
        [...text.matchAll(/^ExecStart=.*titular\.cjs (.*)$/gm)].map(([, rest = '']) => rest),
      ),
    ];
    expect(words.filter((word) => word === 'serve').length).toBe(4);
    expect(words.filter((word) => /^serve --role (?:%i|engine)$/.test(word)).length).toBe(2);
    const known = ['serve', 'serve --role %i', 'serve --role engine', ...commands.map(({ name }) => name)];
    expect(words.filter((word) => !known.includes(word))).toEqual([]);
  });

  test('hold no secret, and give each as a file (S49)', () => {
    for (const container of containers) {
      expect(container['env']).toBeUndefined();
      const mounts = container['volumeMounts'] as unknown as Fields[];
      expect(mounts).toContainEqual({
        name: 'secrets',
        mountPath: '/run/secrets/titular',
        readOnly: true,
      });
    }
    expect(ofKind('Secret')).toEqual([]);
    expect(
      objects.flatMap(within).filter((inner) => 'secretKeyRef' in inner || 'secretRef' in inner),
    ).toEqual([]);
    const service = files['ops/systemd/titular.service'] ?? '';
    for (const { file, variable } of SECRETS) {
      expect(service).toContain(`\nLoadCredential=${file}:/etc/titular/${file}\n`);
      expect(service).toContain(`\nEnvironment=${variable}=%d/${file}\n`);
    }
    for (const text of Object.values(files)) expect(text).not.toMatch(/:\/\/[^\s:@/]+:[^\s@…]+@/);
  });

  test('wait longer than the drain and 25 seconds before a node is killed (S14)', () => {
    const [, stop] = /^TimeoutStopSec=(\d+)$/m.exec(files['ops/systemd/titular.service'] ?? '') ?? [];
    expect(Number(stop)).toBeGreaterThan(DRAIN.machine + END_SECONDS);
    const grace = at(ofKind('Deployment')[0], 'spec', 'template', 'spec', 'terminationGracePeriodSeconds');
    expect(grace).toBeGreaterThan(DRAIN.cluster + END_SECONDS);
    const [, seconds] = /^(\d+)s$/.exec(String(compose.services['titular-1']?.['stop_grace_period'])) ?? [];
    expect(Number(seconds)).toBeGreaterThan(DRAIN.machine + END_SECONDS);
  });
});

/** What every pod must have, each rule with what is wrong where it does not hold. */
const POD_RULES: readonly (readonly [string, (pod: Fields, container: Fields) => boolean])[] = [
  ['not as root', (pod) => at(pod, 'spec', 'securityContext', 'runAsNonRoot') === true],
  ['as a user with a number', (pod) => Number(at(pod, 'spec', 'securityContext', 'runAsUser')) > 10_000],
  [
    'with the system calls of the runtime',
    (pod) => at(pod, 'spec', 'securityContext', 'seccompProfile', 'type') === 'RuntimeDefault',
  ],
  ['without a token of the cluster', (pod) => at(pod, 'spec', 'automountServiceAccountToken') === false],
  [
    'with a root that cannot be written',
    (_, one) => at(one, 'securityContext', 'readOnlyRootFilesystem') === true,
  ],
  ['without more rights', (_, one) => at(one, 'securityContext', 'allowPrivilegeEscalation') === false],
  ['without capabilities', (_, one) => String(at(one, 'securityContext', 'capabilities', 'drop')) === 'ALL'],
  ['with a limit of memory', (_, one) => at(one, 'resources', 'limits', 'memory') !== undefined],
  ['with a request of processors', (_, one) => at(one, 'resources', 'requests', 'cpu') !== undefined],
  ['with an image of one version', (_, one) => /:(?!latest$)[\w.-]+$/.test(String(one['image']))],
  [
    'with writable places of bounded size alone',
    (pod) =>
      (at(pod, 'spec', 'volumes') as unknown as Fields[]).every(
        (volume) =>
          'secret' in volume ||
          'persistentVolumeClaim' in volume ||
          at(volume, 'emptyDir', 'sizeLimit') !== undefined,
      ),
  ],
];

const VALUES_HASH = '{{ .Values | toJson | sha256sum | trunc 10 }}';
/** Of the chart alone: Kustomize would hash a map only under a new name. */
const SETTINGS_HASH = /\n {6}annotations:\n {8}checksum\/settings: (\{\{[^}]+\}\})/;

describe('the erasure ledger of a deployment (S48)', () => {
  const named = (fields: Yaml | undefined) => (fields as Fields)[LEDGER.variable];
  const isWithin = (place: unknown): boolean => LEDGER.file.startsWith(`${String(place)}/`);

  test('is one claim for all pods in Kubernetes, which a chart that is removed leaves behind', () => {
    expect(named(at(ofKind('ConfigMap')[0], 'data'))).toBe(LEDGER.file);
    const [claim] = ofKind('PersistentVolumeClaim');
    expect(at(claim, 'spec', 'accessModes')).toEqual(['ReadWriteMany']);
    expect(at(claim, 'metadata', 'annotations')).toEqual({ 'helm.sh/resource-policy': 'keep' });
    for (const pod of pods)
      expect(at(pod, 'spec', 'volumes')).toContainEqual({
        name: 'ledger',
        persistentVolumeClaim: { claimName: at(claim, 'metadata', 'name') },
      });
    for (const container of containers) {
      const mounts = container['volumeMounts'] as unknown as Fields[];
      expect(mounts.filter(({ mountPath }) => isWithin(mountPath)).map(({ name }) => name)).toEqual([
        'ledger',
      ]);
    }
    expect(Object.keys(chartValues())).toEqual(expect.arrayContaining(['ledgerClaim', 'ledgerStorageClass']));
  });

  test('is one directory of the machine for all containers of Compose, which is not made by itself', () => {
    for (const name of ['titular-1', 'titular-2', 'migrate']) {
      const service = compose.services[name];
      expect(named(at(service, 'environment'))).toBe(LEDGER.file);
      const [volume] = (at(service, 'volumes') as unknown as Fields[]).filter(({ target }) =>
        isWithin(target),
      );
      expect(volume).toMatchObject({ type: 'bind', source: './ledger', bind: { create_host_path: false } });
      expect(
        (at(service, 'tmpfs') as unknown as string[]).some((place) => isWithin(place.split(':')[0])),
      ).toBe(false);
    }
  });

  test('is in a state directory of systemd, that outlives the service', () => {
    expect(files['ops/systemd/environment']).toContain(`\n${LEDGER.variable}=${LEDGER.file}\n`);
    const [, states = ''] = /^StateDirectory=(.*)$/m.exec(files['ops/systemd/titular.service'] ?? '') ?? [];
    expect(states.split(' ').map((state) => isWithin(`/var/lib/${state}`))).toEqual([false, true]);
  });
});

describe('the step that migrates (S17)', () => {
  test('is another job in each release, and in each change of the values of the chart', () => {
    const nameOf = (version: string): string =>
      String(at(listObjects(baseChoices(version))['migrate.yaml']?.[0], 'metadata', 'name'));
    expect(nameOf('0.1.0')).not.toBe(nameOf('0.2.0'));
    expect(nameOf('0.2.0-rc.1')).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
    expect(files['ops/helm/titular/templates/migrate.yaml']).toContain(
      `\n  name: titular-migrate-${VALUES_HASH}\n`,
    );
    expect(at(ofKind('Job')[0], 'spec', 'ttlSecondsAfterFinished')).toBeGreaterThan(0);
  });

  test('is run again by systemd at each start, tried again, and never takes a node with it', () => {
    const step = files['ops/systemd/titular-migrate.service'] ?? '';
    expect(step).toMatch(/^Restart=on-failure$/m);
    expect(step).not.toMatch(/^RemainAfterExit=/m);
    const node = files['ops/systemd/titular.service'] ?? '';
    expect(node).toMatch(/^Wants=.* titular-migrate\.service$/m);
    expect(node).toMatch(/^After=.* titular-migrate\.service$/m);
    expect(node).not.toMatch(/^(?:Requires|BindsTo|PartOf)=/m);
    for (const text of [step, node]) expect(text).toMatch(/^User=titular$/m);
  });
});

describe('the file for Compose', () => {
  test('has no address of its own, and takes a database for ready by the port that nodes use', () => {
    for (const name of ['titular-1', 'titular-2', 'migrate'])
      expect(String(at(compose.services[name], 'environment', 'TITULAR_PUBLIC_URL'))).toMatch(
        /^\$\{PUBLIC_URL:\?.+\}$/,
      );
    expect(at(compose.services['postgres'], 'healthcheck', 'test')).toEqual([
      ...['CMD', 'pg_isready', '-h', '127.0.0.1', '-U', 'titular'],
    ]);
  });
});

describe('the objects for Kubernetes (S49)', () => {
  test.each(POD_RULES)('run every container %s', (_, holds) => {
    expect(rolePods.length).toBe(2);
    for (const pod of [...pods, ...rolePods])
      for (const container of at(pod, 'spec', 'containers') as unknown as Fields[])
        expect(holds(pod, container)).toBe(true);
  });

  test('never kill a node that waits for a migration: nothing but readiness asks for more than life (S17)', () => {
    const [node] = at(
      ofKind('Deployment')[0],
      'spec',
      'template',
      'spec',
      'containers',
    ) as unknown as Fields[];
    const asked = ['startupProbe', 'readinessProbe', 'livenessProbe'].map((probe) =>
      at(node, probe, 'httpGet'),
    );
    expect(asked).toEqual(['/healthz', '/readyz', '/healthz'].map((path) => ({ path, port: 'operations' })));
    const fall = Number(at(node, 'readinessProbe', 'periodSeconds'));
    expect(fall * 2).toBeLessThan(DRAIN.cluster);
  });

  test('choose the pods that there are: services, disruption budget and network policy', () => {
    const labels = at(ofKind('Deployment')[0], 'spec', 'template', 'metadata', 'labels');
    expect(at(ofKind('PodDisruptionBudget')[0], 'spec')).toEqual({
      maxUnavailable: 1,
      selector: { matchLabels: labels },
    });
    expect(ofKind('Service').map((service) => at(service, 'spec', 'selector'))).toEqual([labels, labels]);
    const chosen = at(ofKind('NetworkPolicy')[0], 'spec', 'podSelector', 'matchLabels') as Fields;
    for (const pod of pods) expect(at(pod, 'metadata', 'labels')).toMatchObject(chosen);
  });

  test('have a service that leads to nodes that are not ready, for a gateway that finds no other (S38)', () => {
    const any = ofKind('Service').filter(
      (service) => at(service, 'spec', 'publishNotReadyAddresses') === true,
    );
    expect(any.map((service) => at(service, 'metadata', 'name'))).toEqual(['titular-any']);
    expect(files['ops/kubernetes/ingress-nginx/ingress.yaml']).toContain('default-backend: titular-any');
  });

  test('of the chart begin anew when its settings change, which pods read at their beginning', () => {
    const [, hash = ''] = files['ops/helm/titular/templates/deployment.yaml']?.match(SETTINGS_HASH) ?? [];
    const used = new Set(
      ['configmap', 'settings'].flatMap(
        (name) => (files[`ops/helm/titular/templates/${name}.yaml`] ?? '').match(/\.Values\.\w+/g) ?? [],
      ),
    );
    expect(new Set(hash.match(/\.Values\.\w+/g))).toEqual(used);
  });

  test('are those of the Helm chart with its values', () => {
    const values = chartValues();
    const rendered = (text: string): string =>
      text
        .replace(SETTINGS_HASH, '')
        .replace(VALUES_HASH, String(baseChoices().run))
        .replaceAll(/\{\{ \.Values\.(\w+)(?: \| (quote|toJson))? \}\}/g, (_, name: string, as?: string) => {
          const value = values[name] ?? expect.unreachable(`no value ${name}`);
          return as ? JSON.stringify(as === 'quote' ? String(value) : value) : String(value);
        });
    const templates = Object.keys(files).filter((file) => file.startsWith('ops/helm/titular/templates/'));
    expect(templates.length).toBe(Object.keys(listObjects(baseChoices())).length);
    const unquoted = (text = ''): string => text.replaceAll('"', '');
    for (const file of templates) {
      const base = files[file.replace('ops/helm/titular/templates', 'ops/kubernetes/base')];
      expect(unquoted(rendered(files[file] ?? ''))).toBe(unquoted(base));
    }
    for (const name of Object.keys(values))
      expect(templates.some((file) => files[file]?.includes(`.Values.${name}`))).toBe(true);
  });
});

describe('the file for Compose with a role for each process (S5)', () => {
  const { services } = composeRolesObject() as { services: Record<string, Fields> };

  /** The environment that Compose makes of both files, with the files of secrets taken for their values. */
  const environmentOf = (name: string): Record<string, string> => {
    const both = {
      ...(at(compose.services[name], 'environment') as Fields),
      ...(at(services[name], 'environment') as Fields),
    };
    const values: Record<string, string> = {};
    for (const [variable, value] of Object.entries(both)) {
      if (!variable.endsWith('_FILE') || variable === 'TITULAR_MASTER_KEY_FILE')
        values[variable] = String(value);
      else if (variable === 'DATABASE_URL_FILE')
        values['DATABASE_URL'] = 'postgresql://titular:x@postgres/titular';
      else values[variable.replace(/_FILE$/, '')] = 'a-secret-of-16-chars';
    }
    return { ...values, TITULAR_PUBLIC_URL: 'https://titular.example' };
  };

  test.each([
    ['titular-1', 'api'],
    ['titular-2', 'api'],
    ['worker', 'worker'],
    ['engine-1', 'engine'],
    ['engine-2', 'engine'],
  ])('%s is started as %s with settings that the program takes', (name, role) => {
    expect(readConfig(environmentOf(name))).toMatchObject({ role, environment: 'production' });
  });

  test('has calls answered where the balancer asks, faces measured by every engine node, and no engine near database or keys', () => {
    const engines = Object.keys(services).filter((name) => name.startsWith('engine-'));
    const { faceEngineUrls } = readConfig(environmentOf('titular-1'));
    expect(faceEngineUrls?.map((url) => new URL(url).hostname)).toEqual(engines);
    for (const name of engines) {
      const service = services[name];
      expect(at(service, 'volumes')).toBeUndefined();
      expect(at(service, 'secrets')).toEqual(at(services['titular-1'], 'secrets'));
      expect(at(service, 'read_only')).toBe(true);
    }
    expect(at(services['worker'], 'expose')).toBeUndefined();
  });
});
