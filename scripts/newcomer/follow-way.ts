import { rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openTerminal, type Terminal } from './terminal.ts';
import { countCommands, type StartWay, type Step } from './ways.ts';

/** A step that was done, with how long the machine took for it. */
export type Done = { text: string; commands: number; seconds: number };

/** Where the commands run, and what they are run with. */
export type Surroundings = { repository: string; port: string };

const READY = 'Ready';
const ASK_EVERY_MS = 500;
const ASK_FOR_MS = 60_000;

/** Leaves a terminal without what this machine has set, installed or kept for later. */
async function emptyCaches(directory: string, port: string): Promise<string> {
  const caches = join(directory, 'caches');
  await mkdir(join(caches, 'composer'), { recursive: true });
  // The client for PHP needs no package, so the registry of packages is asked for nothing.
  await writeFile(join(caches, 'composer/config.json'), '{"repositories":{"packagist.org":false}}\n');
  return [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell that puts the names in
    'unset ${!npm_@} TITULAR_DATA_DIR NODE_COMPILE_CACHE',
    `export PORT=${port} npm_config_cache='${caches}/npm' PIP_CACHE_DIR='${caches}/pip'`,
    `export GOCACHE='${caches}/go' GOPATH='${caches}/go-path' GOPROXY=off`,
    `export COMPOSER_HOME='${caches}/composer' COMPOSER_NO_INTERACTION=1 COMPOSER_ALLOW_SUPERUSER=1`,
  ].join('\n');
}

async function timed(step: Step, work: () => Promise<unknown>): Promise<Done> {
  const beganMs = performance.now();
  await work();
  const seconds = (performance.now() - beganMs) / 1000;
  const text = step.kind === 'file' ? `save ${step.text}` : step.text;
  console.log(`${seconds.toFixed(1).padStart(8)} s  ${text.split('\n')[0]}`);
  return { text, commands: countCommands(step), seconds };
}

/** Repeats a command until it prints that the transaction is approved. */
async function awaitApproval(terminal: Terminal, text: string): Promise<void> {
  const untilMs = performance.now() + ASK_FOR_MS;
  for (;;) {
    const printed = await terminal.run(text);
    if (/\bapproved\b/.test(printed)) return;
    if (performance.now() > untilMs) throw new Error(`${text}\nnever printed "approved":\n${printed}`);
    await delay(ASK_EVERY_MS);
  }
}

/** What each kind of step does in the clone; the id that a program prints is put in where the guide asks for it. */
async function carryOut(step: Step, clone: string, terminal: Terminal, service: Terminal): Promise<void> {
  if (step.kind === 'file') return writeFile(join(clone, step.text), step.code);
  if (step.kind === 'serve') return service.runUntil(step.text, READY);
  if (step.kind === 'approval') return awaitApproval(terminal, step.text);
  const printed = await terminal.run(step.text);
  const [id] = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/m.exec(printed) ?? [];
  if (id) await terminal.run(`ID=${id}`);
}

/** Follows a way in a new clone with empty caches, which are removed at the end. */
export async function followWay(way: StartWay, { repository, port }: Surroundings): Promise<Done[]> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-newcomer-'));
  const removeAtExit = (): void => rmSync(directory, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  // Closed to others, root's database would be kept elsewhere, and stay there.
  await chmod(directory, 0o711);
  const surroundings = await emptyCaches(directory, port);
  const clone = join(directory, 'titular');
  const [terminal, service] = [openTerminal(directory), openTerminal(directory)];
  const done: Done[] = [];
  try {
    for (const one of [terminal, service]) await one.run(surroundings);
    const [first, ...rest] = way.steps;
    if (first)
      done.push(
        await timed(first, async () => {
          await terminal.run(`${first.text} --quiet '${repository}' '${clone}'`);
          for (const one of [terminal, service]) await one.run(`cd '${clone}'`);
        }),
      );
    for (const step of rest) done.push(await timed(step, () => carryOut(step, clone, terminal, service)));
    return done;
  } finally {
    await service.close();
    await terminal.close();
    await rm(directory, { recursive: true, force: true });
    process.off('exit', removeAtExit);
  }
}
