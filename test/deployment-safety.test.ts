import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@titular/server/config/config.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { composeObject } from '../scripts/deployment/compose-file.ts';
import { composeRolesObject } from '../scripts/deployment/compose-roles-file.ts';
import { deploymentFiles } from '../scripts/deployment/deployment-files.ts';
import { baseChoices, listObjects } from '../scripts/deployment/kubernetes-files.ts';
import { listVariables, OPTIONAL_SECRETS, PORTS } from '../scripts/deployment/settings.ts';
import type { Yaml } from '../scripts/deployment/yaml.ts';

type Fields = { readonly [name: string]: Yaml };

const files = deploymentFiles();
const services = {
  ...(composeObject() as { services: Record<string, Fields> }).services,
  // What stands in both files is taken of the first.
  ...Object.fromEntries(
    Object.entries((composeRolesObject() as { services: Record<string, Fields> }).services).filter(
      ([, service]) => 'image' in service,
    ),
  ),
};

const readinessTest = (service: Fields | undefined): string[] =>
  (service?.['healthcheck'] as Fields | undefined)?.['test'] as unknown as string[];

describe('Compose on one machine', () => {
  test('starts everything again that runs on, the database too, after a crash and a reboot (R79, R82, R83)', () => {
    const lasting = Object.entries(services).filter(([name]) => name !== 'migrate');
    expect(lasting.map(([name]) => name)).toEqual(
      expect.arrayContaining(['postgres', 'haproxy', 'engine-2']),
    );
    expect(lasting.filter(([, { restart }]) => restart !== 'unless-stopped')).toEqual([]);
  });

  test('says of each process whether it is ready, so that an upgrade can wait for it (R87, S14)', () => {
    const processes = Object.entries(services).filter(
      ([name, { image }]) => String(image).includes('/titular:') && name !== 'migrate',
    );
    expect(processes).toHaveLength(5);
    for (const [, service] of processes) {
      const [, program, , code = ''] = readinessTest(service);
      expect([program, code.includes(`127.0.0.1:${PORTS.operations}/readyz`)]).toEqual([
        '/usr/bin/node',
        true,
      ]);
    }
  });

  test.each([
    [200, 0],
    [500, 1],
  ])('takes an answer of %i for %i', async (status, code) => {
    const server = createServer((_request, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const [, , , asked = ''] = readinessTest(services['titular-1']);
    const { port } = server.address() as { port: number };
    const child = spawn(process.execPath, ['-e', asked.replace(String(PORTS.operations), String(port))]);
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(code);
  });

  test('gives the service a role that is no superuser, and leaves the superuser no password (R95)', () => {
    expect(services['postgres']?.['environment']).toEqual({
      POSTGRES_PASSWORD_FILE: '/run/secrets/database-password',
    });
    expect(services['postgres']?.['volumes']).toContain(
      './compose/database.sql:/docker-entrypoint-initdb.d/titular.sql:ro',
    );
    expect(files['ops/compose/database.sql']).toMatch(/^CREATE ROLE titular LOGIN NOSUPERUSER /m);
    expect(files['ops/compose/database.sql']).toMatch(/^ALTER ROLE CURRENT_USER PASSWORD NULL;$/m);
  });
});

describe('the balancers', () => {
  test('say who the client is where TLS ends at them, and leave what the proxy in front wrote where it does not (R14, R36)', () => {
    expect(files['ops/haproxy/haproxy.cfg']).toContain('http-request set-header x-forwarded-for %[src]');
    expect(files['ops/haproxy/haproxy.cfg']).not.toContain('option forwardfor');
    expect(files['ops/compose/haproxy.cfg']).toContain('option forwardfor\n');
    expect(files['ops/compose/haproxy.cfg']).not.toContain('set-header x-forwarded-for');
  });

  test('find nodes of Compose by their names again and again, and start without them (S38)', () => {
    const text = files['ops/compose/haproxy.cfg'] ?? '';
    expect(text).toContain('nameserver first 127.0.0.11:53');
    expect(text.match(/default-server .* init-addr libc,none resolvers names /g)).toHaveLength(2);
    expect(files['ops/haproxy/haproxy.cfg']).not.toContain('resolvers');
  });
});

/** Bytes that a process of the engine holds after some hundred frames, and the heap of Node.js at most, in MB. */
const [ENGINE_MB, HEAP_MB] = [110, 1_024];

test('the memory of a container has room for engine, galleries and heap (R85)', () => {
  const gallery = Number(
    listVariables('kubernetes').find(({ variable }) => variable === 'TITULAR_GALLERY_MEMORY_MB')?.value,
  );
  expect(baseChoices().memoryLimit).toBe('2Gi');
  expect(services['titular-1']?.['mem_limit']).toBe('2g');
  expect((2_048 / 512) * ENGINE_MB + gallery + HEAP_MB).toBeLessThan(2_048);
});

describe('Kubernetes', () => {
  const [configMap] = listObjects(baseChoices())['configmap.yaml'] ?? [];
  const data = configMap?.['data'] as unknown as Record<string, string>;

  test('starts nodes with the address that the page gives for CloudNativePG, whose authority a pod finds (S49)', () => {
    const page = readFileSync('docs/operations/high-availability.md', 'utf8');
    const [address = ''] = /postgresql:\/\/titular:[^`\s]+@titular-db-rw[^`\s]+/.exec(page) ?? [];
    const { directory, file, name } = OPTIONAL_SECRETS.databaseCa;
    const place = `${directory}/${file}`;
    expect(new URL(address).searchParams.get('sslrootcert')).toBe(place);
    const pod = JSON.stringify(listObjects(baseChoices()));
    expect(pod).toContain(JSON.stringify({ name: 'database-ca', mountPath: directory, readOnly: true }));
    expect(pod).toContain(`"secretName":"${name}","optional":true`);

    const here = mkdtempSync(join(tmpdir(), 'titular-ca-'));
    onTestFinished(() => rmSync(here, { recursive: true, force: true }));
    const authority = join(here, file);
    writeFileSync(authority, 'the certificate of an authority');
    const {
      DATABASE_URL_FILE: _database,
      TITULAR_MASTER_KEY_FILE: _key,
      MALLOC_ARENA_MAX: _,
      ...rest
    } = data;
    const configOf = (databaseUrl: string) =>
      readConfig({
        ...rest,
        TITULAR_MASTER_KEY_FILE: join(here, 'master.key'),
        DATABASE_URL: databaseUrl,
      });
    expect(configOf(address.replace(place, authority))).toMatchObject({ environment: 'production' });
    expect(() => configOf(address.replace(/\?.*/, ''))).toThrow('sslmode=verify-full');
  });

  test('has settings of its own over those of the base, and files for their secrets (S49)', () => {
    expect(Object.keys(listObjects(baseChoices()))).toContain('settings.yaml');
    expect(files['ops/helm/titular/templates/settings.yaml']).toContain(
      '\ndata: {{ .Values.settings | toJson }}\n',
    );
    const text = JSON.stringify(listObjects(baseChoices())['deployment.yaml']);
    expect(text).toContain(
      '"envFrom":[{"configMapRef":{"name":"titular"}},{"configMapRef":{"name":"titular-settings"}}]',
    );
    expect(text).toContain('"secretName":"titular-extra","defaultMode":288,"optional":true');
  });
});

describe('a command beside the units of systemd', () => {
  /** Runs the shipped script with something in the place of systemd-run that tells what it was given. */
  function runCommand(...words: string[]): string[] {
    const directory = mkdtempSync(join(tmpdir(), 'titular-run-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const [script, stub] = ['titular-run', 'systemd-run'].map((name) => join(directory, name)) as [
      string,
      string,
    ];
    writeFileSync(script, files['ops/systemd/titular-run'] ?? '');
    writeFileSync(stub, `#!/bin/sh\nprintf '%s\\0' "$@"\n`);
    for (const file of [script, stub]) chmodSync(file, 0o755);
    const env = { PATH: `${directory}:/usr/bin:/bin` };
    const { stdout, stderr } = spawnSync(script, words, { env, encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split('\0').slice(0, -1);
  }

  test('is not run as root, but with user, secrets and confinement of the unit (R95)', () => {
    const given = runCommand('doctor');
    const properties = given.filter((word) => word.startsWith('--property='));
    const unit = (files['ops/systemd/titular.service'] ?? '').split('\n');
    const missing = properties
      .map((word) => word.replace('--property=', ''))
      .filter((line) => !unit.includes(line) && !line.startsWith('WorkingDirectory='));
    expect(missing).toEqual([]);
    const confined = unit.slice(unit.indexOf('DynamicUser=yes')).filter((line) => /^[A-Z]\w+=/.test(line));
    expect(confined.filter((line) => !properties.includes(`--property=${line}`))).toEqual([
      'WantedBy=multi-user.target',
    ]);
    expect(properties).toEqual(
      expect.arrayContaining(['--property=User=titular', '--property=DynamicUser=yes']),
    );
    expect(given.slice(0, 4)).toEqual(['--quiet', '--pipe', '--wait', '--collect']);
  });

  test('gets its words as they were written', () => {
    const words = ['companies', 'create', 'Loja $HOME "azul"', "d'Água", '100$'];
    const given = runCommand(...words);
    // systemd makes one sign of two.
    const begun = given.slice(given.indexOf('/bin/sh')).map((word) => word.replaceAll('$$', '$'));
    const [, flag, code = '', name, ...rest] = begun;
    expect([flag, name, rest]).toEqual(['-c', 'titular-run', words]);
    const program = 'exec printf "%s\\0" "$TITULAR_MASTER_KEY_FILE" "$DATABASE_URL_FILE" "$@"';
    const shown = code.replace(
      / exec .*? "\$@"$/,
      `; export TITULAR_MASTER_KEY_FILE DATABASE_URL_FILE; ${program}`,
    );
    const env = { PATH: '/usr/bin:/bin', CREDENTIALS_DIRECTORY: '/run/credentials/x' };
    const { stdout } = spawnSync('/bin/sh', ['-c', shown, 'titular-run', ...rest], { env, encoding: 'utf8' });
    expect(stdout.split('\0').slice(0, -1)).toEqual([
      '/run/credentials/x/master.key',
      '/run/credentials/x/database-url',
      ...words,
    ]);
  });
});

test('a machine of the unit learns how a balancer and a Prometheus elsewhere reach it', () => {
  const text = files['ops/systemd/environment'] ?? '';
  for (const variable of ['HOST', 'TITULAR_OPERATIONS_HOST'])
    expect(text).toMatch(new RegExp(`^# .*another machine.*\\n# ${variable}=10\\.0\\.0\\.11$`, 'm'));
});
