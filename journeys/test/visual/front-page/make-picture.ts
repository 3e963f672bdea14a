import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { composePicture } from './compose-picture.ts';
import { PICTURE_FILE, ROOT, readSources, SOURCES_FILE } from './front-page-files.ts';

const USAGE = `npm run front-page --workspace @titular/journeys

Makes the picture of README.md: starts the service on data of its own, runs the demo with a made person before the camera,
and puts what the terminal said and what the page showed beside each other. Review the picture before you commit it.`;

const READY = 'Ready';

/** Starts a program of the repository; `settings` go before it as `NAME=value`. */
function start(settings: readonly string[], words: readonly string[]): ChildProcess {
  const child = spawn('env', [...settings, 'npm', 'run', '--silent', ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('SIGINT', () => child.kill('SIGINT'));
  return child;
}

/** Reads what a program says until it ends, or until a word comes. */
async function hear(child: ChildProcess, until?: string): Promise<string> {
  let said = '';
  for await (const part of child.stdout ?? []) {
    said += String(part);
    if (until !== undefined && said.includes(until)) return said;
  }
  if (until !== undefined) throw new Error(`The service ended before it was ready:\n${said}`);
  return said;
}

async function playDemo(directory: string): Promise<{ said: string; screens: string }> {
  const data = join(directory, 'data');
  const screens = join(directory, 'screens');
  const service = start([`TITULAR_DATA_DIR=${data}`, `PORT=${await findFreePort()}`], ['start']);
  const ended = once(service, 'exit');
  try {
    await hear(service, READY);
    service.stdout?.resume();
    const demo = start([], ['demo', '--', '--camera', 'made', '--data', data, '--screenshots', screens]);
    return { said: await hear(demo), screens };
  } finally {
    service.kill('SIGINT');
    await ended;
  }
}

async function makePicture(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-front-page-'));
  // Root runs PostgreSQL as another user, who has to come through.
  await chmod(directory, 0o711);
  try {
    const { said, screens } = await playDemo(directory);
    await mkdir(dirname(PICTURE_FILE), { recursive: true });
    await writeFile(PICTURE_FILE, await composePicture(said, screens));
    await writeFile(SOURCES_FILE, `${JSON.stringify(await readSources(), null, 2)}\n`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
if (values.help) console.log(USAGE);
else await makePicture();
