import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const isRoot = process.getuid?.() === 0;
const LIMIT_MS = 50_000;

/** What a program in the namespace printed, and its system calls that send, where strace is there to tell. */
export type NamespaceRun = { output: string; calls: string[] | undefined };

/** Runs a TypeScript program in a network namespace of its own, with nothing in it but a loopback that is down; `prepare` are shell commands that come first, and with them the mounts are its own too. */
export async function runInNamespace(
  program: string,
  words: readonly string[],
  { prepare, trace = false }: { prepare?: string; trace?: boolean } = {},
): Promise<NamespaceRun> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-namespace-'));
  const file = join(directory, 'calls');
  const traced = trace && (await hasStrace());
  const strace = ['strace', '-f', '-qq', '-e', 'trace=connect,sendto,sendmsg,sendmmsg', '-o', file];
  const node = [process.execPath, join(import.meta.dirname, program), ...words];
  const command = traced ? [...strace, ...node] : node;
  const shell = ['sh', '-ec', `${prepare ?? ':'}\nexec "$@"`, 'sh', ...command];
  const flags = `-${isRoot ? '' : 'r'}${prepare ? 'm' : ''}n`;
  try {
    const { stdout } = await run('unshare', [flags, ...shell], { timeout: LIMIT_MS, maxBuffer: 2 ** 24 });
    const calls = traced ? (await readFile(file, 'utf8')).split('\n') : undefined;
    return { output: stdout, calls: calls?.filter((line) => /sa_family=AF_INET6?\b/.test(line)) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const hasStrace = (): Promise<boolean> =>
  run('strace', ['-V']).then(
    () => true,
    () => false,
  );
