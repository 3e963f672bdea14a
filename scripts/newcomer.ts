import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = `node scripts/newcomer.ts [--from REPOSITORY] [--port PORT]

Follows the front page in a new clone, up to the first approval, and prints each command with its seconds.
The clone and its data are removed at the end.

  --from REPOSITORY  what is cloned; the repository in the current directory if left out
  --port PORT        the port of the service that is started; 8787 if left out`;

const READY = 'Ready';

type Step = { command: string; seconds: number };

/** The shell blocks of a section of the front page, each with its lines of commands. */
function commandsOf(readme: string, section: string): string[] {
  const [, body = ''] = new RegExp(`\n## ${section}\n([\\s\\S]*?)\n## `).exec(readme) ?? [];
  return [...body.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));
}

type Running = { child: ChildProcess; output: () => string };

function start(command: string, cwd: string, port: string): Running {
  const script = `unset TITULAR_DATA_DIR; export PORT=${Number(port)}; ${command}`;
  // A group of its own: what the command starts ends with it.
  const child = spawn('/bin/sh', ['-c', script], { cwd, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString();
    });
  return { child, output: () => output };
}

async function runToEnd(command: string, cwd: string, port: string): Promise<void> {
  const { child, output } = start(command, cwd, port);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output()}`);
}

async function awaitReady({ child, output }: Running, command: string): Promise<void> {
  while (!output().includes(READY)) {
    const ended = once(child, 'close').then(() => 'ended');
    const heard = once(child.stdout ?? child, 'data').then(() => 'heard');
    if ((await Promise.race([ended, heard])) === 'ended' && !output().includes(READY))
      throw new Error(`${command} ended:\n${output()}`);
  }
}

async function stop({ child }: Running): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = once(child, 'close');
  process.kill(-child.pid, 'SIGINT');
  await ended;
}

async function timed(command: string, work: () => Promise<unknown>): Promise<Step> {
  const beganMs = performance.now();
  await work();
  const step = { command, seconds: (performance.now() - beganMs) / 1000 };
  console.log(`| \`${step.command}\` | ${step.seconds.toFixed(1)} |`);
  return step;
}

async function follow(repository: string, port: string, directory: string): Promise<Step[]> {
  const clone = join(directory, 'titular');
  const steps = [
    await timed('git clone', () => runToEnd(`git clone --quiet '${repository}' '${clone}'`, directory, port)),
  ];
  const readme = await readFile(join(clone, 'README.md'), 'utf8');
  const [install = '', serve = ''] = commandsOf(readme, 'Start');
  // The last way that the section shows needs no camera.
  const see = commandsOf(readme, 'See it work').at(-1) ?? '';
  steps.push(await timed(install, () => runToEnd(install, clone, port)));
  const service = start(serve, clone, port);
  try {
    steps.push(await timed(serve, () => awaitReady(service, serve)));
    steps.push(await timed(see, () => runToEnd(see, clone, port)));
  } finally {
    await stop(service);
  }
  return steps;
}

async function measure(repository: string, port: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-newcomer-'));
  // Closed to others, root's database would be kept elsewhere, and stay there.
  await chmod(directory, 0o711);
  try {
    console.log('| command | seconds |\n| --- | --- |');
    const steps = await follow(repository, port, directory);
    const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
    console.log(
      `| ${steps.length} commands | ${seconds.toFixed(1)} (${(seconds / 60).toFixed(1)} minutes) |`,
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: { from: { type: 'string' }, port: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help) console.log(USAGE);
else await measure(values.from ?? process.cwd(), values.port ?? '8787');
