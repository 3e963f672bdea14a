import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buildStale } from '../../../scripts/build/build-stale.ts';
import { makeTarball } from '../../../scripts/pack/tarball.ts';
import { packNpm } from '../../../scripts/release/pack-npm.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The tarballs as they are published, in a directory of their own, with the program as npm installs it from them. */
export type Packed = { directory: string; client: string; program: string };

async function writeTarball(name: string, into: string): Promise<string> {
  await buildStale([name]);
  const files = await packNpm(ROOT, `packages/${name}`, new AbortController().signal);
  const file = join(into, `${name}.tgz`);
  writeFileSync(file, makeTarball(files.map((one) => ({ ...one, path: `package/${one.path}` }))));
  return file;
}

/** Installs from what is at hand alone; a cache of its own, so that nothing else can help. */
export const installOffline = (cwd: string, cache: string, ...what: string[]): string =>
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--cache', cache, ...what], {
    cwd,
    encoding: 'utf8',
  });

/** Packs the program and the client, and installs the program. */
export async function packAll(): Promise<Packed> {
  const directory = mkdtempSync(join(tmpdir(), 'titular-create-'));
  const [client, program] = [
    await writeTarball('client', directory),
    await writeTarball('create-titular', directory),
  ];
  writeFileSync(join(directory, 'package.json'), '{ "private": true }\n');
  installOffline(directory, join(directory, 'cache'), program);
  return { directory, client, program: join(directory, 'node_modules/.bin/create-titular') };
}

/** A program that runs, what it printed so far, and its exit code. */
export type Running = {
  output(): string;
  kill(signal: NodeJS.Signals): void;
  write(text: string): void;
  ended: Promise<number | null>;
};

/** Starts a program in a directory, with that environment alone where one is given; what it prints on either stream is one text. */
export function start(
  program: string,
  words: readonly string[],
  cwd: string,
  env?: NodeJS.ProcessEnv,
): Running {
  const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
  const child = spawn(program, words, {
    cwd,
    // A group of its own, which a signal reaches whole, as Ctrl-C in a terminal does.
    detached: true,
    ...(env ? { env: { PATH, ...env } } : {}),
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  return {
    output: () => text,
    kill: (signal) => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, signal);
    },
    write: (typed) => child.stdin.write(typed),
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}
