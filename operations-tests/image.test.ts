import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { sha256Of } from '../scripts/bill/origin.ts';
import { verifyArtefact } from '../scripts/bill/verify-artefact.ts';
import { has } from './programs.ts';

const NAME = `titular-${manifest.version}-${process.platform}-${process.arch}`;
const MAX_MEGABYTES = 250;
const MEGABYTE = 2 ** 20;
const USER = 65_532;

/** The build puts files into their owners' hands, which root alone may. */
const canBuild = has('buildah') && has('mmdebstrap') && process.getuid?.() === 0;
const canRun = canBuild && has('crun');

type Image = { digest: string; tarball: string; root: string; config: Record<string, unknown> };

type Part = { name: string; purl: string; components: { name: string }[] };
type Bill = { metadata: { component: Part }; components: Part[] };

let directory: string;
let image: Image;

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** The private key of a release, which OpenSSL makes; empty without OpenSSL, and then nothing is signed. */
function signKey(): string {
  const file = join(directory, 'release.key');
  if (!has('openssl')) return '';
  if (!existsSync(file)) execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', file]);
  return file;
}

/** Builds the image and unpacks its one layer. */
function build(into: string): Image {
  const out = join(directory, into);
  const command = ['env', `SIGN_KEY=${signKey()}`, 'bash', 'ops/image/build.sh', out];
  execFileSync('nice', command, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [layout, root] = [join(out, 'layout'), join(out, 'root')];
  for (const place of [layout, root]) mkdirSync(place);
  execFileSync('tar', ['-xf', join(out, `${NAME}.oci.tar`), '-C', layout]);
  const blob = (digest: string): string => join(layout, 'blobs', digest.replace(':', '/'));
  const [found] = json(join(layout, 'index.json')).manifests as { digest: string }[];
  const digest = found?.digest ?? '';
  const { layers, config } = json(blob(digest));
  for (const layer of layers) execFileSync('tar', ['-xpzf', blob(layer.digest), '-C', root]);
  return { digest, tarball: join(out, `${NAME}.oci.tar`), root, config: json(blob(config.digest)).config };
}

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'titular-image-'));
  execFileSync('chmod', ['711', directory]);
  if (canBuild) image = build('first');
}, 600_000);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

type Entry = { path: string; mode: number; size: number; kind: string };

const listEntries = (root: string): Entry[] =>
  execFileSync('find', [root, '-mindepth', '1', '-printf', '%y %m %s %P\\n'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [kind = '', mode = '', size = '', ...path] = line.split(' ');
      return { kind, mode: Number.parseInt(mode, 8), size: Number(size), path: path.join(' ') };
    });

/** Where files may be, and nowhere else. */
const ALLOWED = [
  /^etc\/(?:passwd|group|nsswitch\.conf|debian_version|protocols|services)$/,
  /^lib(?:64)?$/,
  /^opt\/titular\/(?:package\.json|README\.md|LICENSE|NOTICE|SECURITY\.md|docs\/.*|ops\/.*|lib\/node_modules\/.*)$/,
  /^usr\/bin\/node$/,
  /^usr\/lib\/(?:os-release|ld-linux-[a-z0-9.]+|[a-z0-9_]+-linux-gnu\/[^/]+\.so[0-9.]*)$/,
  /^usr\/lib64\/ld-linux-[a-z0-9.-]+$/,
  /^usr\/share\/doc\/[a-z0-9+-]+\/copyright$/,
  /^var\/lib\/dpkg\/status\.d\/[a-z0-9+.-]+$/,
];

describe('the image (S45)', () => {
  test.runIf(canBuild)(
    'has the same digest when it is built again, and so have all files beside it',
    () => {
      expect(build('second').digest).toBe(image.digest);
      const files = (into: string) =>
        readdirSync(join(directory, into), { withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => `${name} ${sha256Of(readFileSync(join(directory, into, name)))}`);
      expect(files('second')).toEqual(files('first'));
    },
    600_000,
  );

  test.runIf(canBuild)(
    `is at most ${MAX_MEGABYTES} MB, and holds what is on the list alone: no shell, no package manager`,
    () => {
      const files = listEntries(image.root).filter(({ kind }) => kind !== 'd');
      expect(files.filter(({ path }) => !ALLOWED.some((place) => place.test(path)))).toEqual([]);
      const programs = files.filter(
        ({ kind, mode, path }) => kind === 'f' && mode & 0o111 && !/\.so|\.node$/.test(path),
      );
      expect(programs.map(({ path }) => path)).toEqual(
        expect.arrayContaining(['usr/bin/node', 'opt/titular/lib/node_modules/@titular/cli/bin/titular.cjs']),
      );
      const names = programs.map(({ path }) => path.replace(/^.*\//, ''));
      expect(
        names.filter((name) => /^(?:(?:ba|da|z|a)?sh|busybox|apt.*|dpkg.*|npm|npx|corepack)$/.test(name)),
      ).toEqual([]);
      expect(readdirSync(join(image.root, 'usr/bin'))).toEqual(['node']);
      const megabytes = files.reduce((sum, { size }) => sum + size, 0) / MEGABYTE;
      expect(megabytes).toBeLessThan(MAX_MEGABYTES);
    },
  );

  test.runIf(canBuild)(
    'runs as a user with a number, to whom nothing in it belongs but the data directory',
    () => {
      expect(image.config).toMatchObject({ User: `${USER}:${USER}`, Cmd: ['serve'], WorkingDir: '/' });
      const owned = execFileSync('find', [image.root, '-not', '-uid', '0', '-printf', '%U %m %P\\n'], {
        encoding: 'utf8',
      });
      expect(owned).toBe(`${USER} 700 var/lib/titular\n`);
      const entries = listEntries(image.root);
      const open = entries.filter(({ kind, mode }) => kind !== 'l' && mode & 0o002).map(({ path }) => path);
      expect(open).toEqual(['tmp']);
      expect(entries.filter(({ kind, mode }) => kind === 'f' && mode & 0o6000)).toEqual([]);
    },
  );

  test.runIf(canBuild)(
    'has a bill and a provenance that name every file; one changed byte fails (S46)',
    () => {
      expect(verifyArtefact(image.tarball)).toMatchObject({ problems: [] });
      const bytes = readFileSync(image.tarball);
      const at = Math.floor(bytes.length / 2);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      const changed = join(directory, 'changed');
      mkdirSync(changed);
      for (const ending of ['.image.cdx.json', '.image.provenance.json'])
        copyFileSync(image.tarball.replace('.oci.tar', ending), join(changed, `${NAME}${ending}`));
      writeFileSync(join(changed, `${NAME}.oci.tar`), bytes);
      expect(() => verifyArtefact(join(changed, `${NAME}.oci.tar`))).toThrow(
        /the image has other bytes than/,
      );
    },
  );

  test.runIf(canBuild)(
    'has a bill that tells where each file is from, and no package without a file (S46)',
    () => {
      const { metadata, components } = json(image.tarball.replace('.oci.tar', '.image.cdx.json')) as Bill;
      const ofDebian = components.filter(({ purl }) => purl.startsWith('pkg:deb/debian/'));
      expect(ofDebian.map(({ name }) => name)).toEqual([
        ...['base-files', 'libc6', 'libgcc-s1', 'libstdc++6', 'netbase'],
      ]);
      const pathsOf = (part: Part | undefined) => part?.components.map(({ name }) => name) ?? [];
      for (const part of ofDebian) expect(pathsOf(part)).toContain(`usr/share/doc/${part.name}/copyright`);
      expect(pathsOf(components.find(({ name }) => name.startsWith('node-linux-')))).toEqual([
        'usr/bin/node',
      ]);
      const written = pathsOf(metadata.component).filter((path) => !path.startsWith('opt/titular/'));
      expect(written.filter((path) => !path.startsWith('var/lib/dpkg/status.d/'))).toEqual([
        ...['etc/group', 'etc/nsswitch.conf', 'etc/passwd'],
      ]);
    },
  );

  test.runIf(canBuild && has('openssl'))(
    'is signed with a key of OpenSSL, which verifies the signature by itself (S46)',
    () => {
      const key = join(directory, 'release.pub');
      execFileSync('openssl', ['pkey', '-in', signKey(), '-pubout', '-out', key]);
      expect(verifyArtefact(image.tarball, key)).toMatchObject({ isSigned: true, problems: [] });
      const { payloadType, payload, signatures } = json(
        image.tarball.replace('.oci.tar', '.image.provenance.dsse.json'),
      );
      const statement = Buffer.from(payload, 'base64');
      const [over, signature] = [join(directory, 'over'), join(directory, 'signature')];
      const start = `DSSEv1 ${payloadType.length} ${payloadType} ${statement.length} `;
      writeFileSync(over, Buffer.concat([Buffer.from(start), statement]));
      writeFileSync(signature, Buffer.from(signatures[0].sig, 'base64'));
      const words = ['pkeyutl', '-verify', '-pubin', '-inkey', key, '-rawin', '-in', over];
      const verify = () => spawnSync('openssl', [...words, '-sigfile', signature]).status;
      expect(verify()).toBe(0);
      writeFileSync(over, Buffer.concat([Buffer.from(start), statement.fill('x', 0, 1)]));
      expect(verify()).toBe(1);
    },
  );

  test.runIf(canRun)(
    'serves without a right, on a root that cannot be written, and ends by SIGTERM',
    async () => {
      const database = await cloneDatabase();
      onTestFinished(() => database.drop());
      const port = await findFreePort();
      const id = `titular-${port}`;
      const bundle = join(directory, 'bundle');
      mkdirSync(bundle);
      const environment = [
        ...(image.config['Env'] as string[]),
        `PORT=${port}`,
        `DATABASE_URL=${await openToTcp(database.connectionString)}`,
        'TITULAR_ENGINE_THREADS=1',
      ];
      writeFileSync(join(bundle, 'config.json'), JSON.stringify(bundleOf(image, environment)));
      const run =
        'mount -t cgroup2 none /sys/fs/cgroup && exec crun --cgroup-manager=disabled run --bundle "$1" "$2"';
      const child = spawn('unshare', ['--mount', 'sh', '-c', run, 'sh', bundle, id], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      onTestFinished(async () => {
        spawnSync('crun', ['delete', '--force', id]);
        child.kill('SIGKILL');
        await ended;
      });
      child.stdout.resume();
      await eventually(async () => {
        expect(child.exitCode).toBe(null);
        expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      });
      const page = await fetch(`http://127.0.0.1:${port}/docs`);
      expect(page.status).toBe(200);
      execFileSync('crun', ['kill', id, 'TERM']);
      expect((await ended)[0]).toBe(0);
    },
  );
});

/** Leads a port of loopback to the database of the test, whose socket its own user alone may reach. */
async function openToTcp(connectionString: string): Promise<string> {
  const [, directory = ''] = /[?&]host=([^&]+)/.exec(connectionString) ?? [];
  const server = createServer((client) => {
    const socket = connect(`${decodeURIComponent(directory)}/.s.PGSQL.5432`);
    client.pipe(socket).pipe(client);
    for (const [one, other] of [
      [client, socket],
      [socket, client],
    ] as const)
      one.on('error', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return connectionString.replace(/@\/([a-z0-9_]+)\?.*/, `@127.0.0.1:${port}/$1`);
}

type Mount = { destination: string; source: string; type?: string; options: string[] };

/** The image as a container of the open container initiative: its user, no capability, no new privileges, a read-only root. */
function bundleOf({ root, config }: Image, env: string[]) {
  const scratch = (destination: string, ...options: string[]): Mount => ({
    ...{ destination, type: 'tmpfs', source: 'tmpfs', options: ['nosuid', ...options] },
  });
  return {
    ociVersion: '1.0.0',
    root: { path: root, readonly: true },
    process: {
      user: { uid: USER, gid: USER },
      args: [...(config['Entrypoint'] as string[]), ...(config['Cmd'] as string[])],
      env,
      cwd: config['WorkingDir'],
      capabilities: { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] },
      noNewPrivileges: true,
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc', options: [] },
      scratch('/dev', 'mode=755'),
      scratch('/tmp', 'mode=1777'),
      scratch('/var/lib/titular', 'mode=0700', `uid=${USER}`, `gid=${USER}`),
    ],
    linux: { namespaces: [{ type: 'pid' }, { type: 'mount' }, { type: 'ipc' }, { type: 'uts' }] },
  };
}
