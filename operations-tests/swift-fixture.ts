import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openObjectStore } from '@titular/server/pictures/objects/object-store.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';

/** OpenStack Swift with its S3 interface, which checks signatures, and one bucket. */
export type SwiftStore = {
  url: string;
  keys: { accessKey: string; secretKey: string; region: string };
  /** Ends the processes that hold objects, and starts them again. */
  stopObjects(): Promise<void>;
  startObjects(): Promise<void>;
  drop(): Promise<void>;
};

const KEYS = { accessKey: 'test:tester', secretKey: 'testing-secret', region: 'us-east-1' };
const KINDS = ['account', 'container', 'object'] as const;

const SWIFT_CONF = `[swift-hash]
swift_hash_path_suffix = suffix
swift_hash_path_prefix = prefix
[storage-policy:0]
name = gold
default = yes
`;

const storageConf = (kind: string, port: number, directory: string): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
devices = ${directory}/devices
mount_check = false
workers = 0
user = root
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
recon_cache_path = ${directory}/cache
`;

const PIPELINE = 'catch_errors gatekeeper cache s3api tempauth slo dlo proxy-server';
const FILTERS: Readonly<Record<string, string>> = {
  catch_errors: '',
  gatekeeper: '',
  s3api: 'location = us-east-1\n',
  tempauth: 'user_test_tester = testing-secret .admin\n',
  slo: '',
  dlo: '',
};

const proxyConf = (port: number, cachePort: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
[pipeline:main]
pipeline = ${PIPELINE}
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 1000000
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
${Object.entries(FILTERS)
  .map(([name, more]) => `[filter:${name}]\nuse = egg:swift#${name}\n${more}`)
  .join('')}`;

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

/** Writes configuration and rings of one device. */
async function configure(directory: string, ports: readonly number[], cachePort: number): Promise<void> {
  const etc = join(directory, 'etc');
  for (const folder of [etc, join(directory, 'devices', 'd1'), join(directory, 'cache')])
    await mkdir(folder, { recursive: true });
  await writeFile(join(etc, 'swift.conf'), SWIFT_CONF);
  for (const [at, kind] of KINDS.entries()) {
    const port = ports[at] ?? 0;
    await writeFile(join(etc, `${kind}-server.conf`), storageConf(kind, port, directory));
    const builder = `${kind}.builder`;
    run('swift-ring-builder', [builder, 'create', '4', '1', '1'], etc);
    run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${port}/d1`, '100'], etc);
    run('swift-ring-builder', [builder, 'rebalance'], etc);
  }
  await writeFile(join(etc, 'proxy-server.conf'), proxyConf(ports[KINDS.length] ?? 0, cachePort));
}

/** Starts a program of Swift, which reads /etc/swift, with a /etc/swift of its own. */
function startProgram(directory: string, kind: string): ChildProcess {
  const script = `mount --bind ${directory}/etc /etc/swift && exec swift-${kind}-server /etc/swift/${kind}-server.conf`;
  return spawn('unshare', ['-m', 'sh', '-c', script], { stdio: 'ignore' });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Starts Swift with one device below a directory of its own; takes root, for a /etc/swift that it alone sees. */
export async function startSwift(): Promise<SwiftStore> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-swift-'));
  const ports = await Promise.all([...KINDS, 'proxy'].map(() => findFreePort()));
  const cachePort = await findFreePort();
  await configure(directory, ports, cachePort);
  const cache = spawn('memcached', ['-u', 'nobody', '-l', '127.0.0.1', '-p', String(cachePort)], {
    stdio: 'ignore',
  });
  const others = ['account', 'container', 'proxy'].map((kind) => startProgram(directory, kind));
  let objects = startProgram(directory, 'object');
  const url = `http://127.0.0.1:${ports[KINDS.length]}/pictures`;
  const bucket = openObjectStore({
    ...{ url, ...KEYS, random: () => 0.5, connectionWords: (words: string) => words },
  });
  // An object without a name is the bucket itself.
  await eventually(() => bucket.put('', Buffer.alloc(0)));
  return {
    ...{ url, keys: KEYS },
    stopObjects: () => end(objects),
    async startObjects() {
      objects = startProgram(directory, 'object');
      await eventually(() => bucket.put('ready', Buffer.from('ready')));
    },
    async drop() {
      for (const child of [...others, objects, cache]) await end(child);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
