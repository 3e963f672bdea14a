import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect, onTestFinished } from 'vitest';
import { caddyFile, haproxyAnswers, haproxyFile, nginxFile } from '../scripts/deployment/balancer-files.ts';
import type { Program } from './programs.ts';

/** A balancer that files are shipped for, with the words that start it in the foreground. */
export type Balancer = {
  program: Program;
  file: typeof haproxyFile;
  words: (config: string, directory: string) => string[];
};

/** HAProxy with `ops/haproxy`. */
export const HAPROXY: Balancer = {
  program: 'haproxy',
  file: haproxyFile,
  words: (config) => ['-f', config],
};

/** All of them, for what each has to do. */
export const BALANCERS: readonly Balancer[] = [
  HAPROXY,
  {
    program: 'nginx',
    file: nginxFile,
    words: (config, directory) => [
      ...['-c', config, '-p', directory, '-e', 'stderr'],
      ...['-g', `daemon off; pid ${directory}/nginx.pid;`],
    ],
  },
  {
    program: 'caddy',
    file: caddyFile,
    words: (config) => ['run', '--config', config, '--adapter', 'caddyfile'],
  },
];

/** Starts a balancer with the shipped configuration in front of nodes, by their hosts with ports; with a name server none of them has to be there. */
export async function startBalancer(
  { program, file, words }: Balancer,
  nodes: readonly string[],
  nameServer?: string,
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-balancer-'));
  await chmod(directory, 0o755);
  const port = await findFreePort();
  const config = join(directory, 'config');
  await writeFile(
    config,
    file({ port, nodes, directory, inside: await findFreePort(), ...(nameServer ? { nameServer } : {}) }),
  );
  for (const [name, text] of Object.entries(haproxyAnswers())) await writeFile(join(directory, name), text);
  const child = spawn(program, words(config, directory), {
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: directory,
      XDG_DATA_HOME: directory,
      XDG_CONFIG_HOME: directory,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(directory, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    if (child.exitCode !== null) expect.fail(said);
    const { status } = await fetch(`${url}/healthz`);
    if (!nameServer) expect(status).toBe(200);
  });
  return url;
}
