import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { readSigningKey } from '../bill/envelope.ts';
import { readManifest } from '../pack/reach-sources.ts';
import { publishingCommands } from './commands.ts';
import { setVersion } from './set-version.ts';
import { archivesOf, DECIDING, type Draft, MAKING, ReleaseRefused, type Step } from './steps.ts';

/** What a release is asked for; `out` and `signKey` are absolute. */
export type Options = {
  out: string;
  version?: string;
  repository?: string;
  signKey?: string;
  isDry: boolean;
};

const INTERRUPTED = 130;
/** Beginning of the folder below the output in which a run makes everything; its process id follows. */
const PLACE = '.new-';
const ROOT = resolve(import.meta.dirname, '../..');

async function runSteps(steps: readonly Step[], draft: Draft): Promise<void> {
  for (const { title, run } of steps) {
    draft.signal.throwIfAborted();
    console.log(`${title}: ${await run(draft)}`);
  }
}

/** What a person named wrongly is told in a sentence. */
function orRefuse<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ReleaseRefused((error as Error).message);
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Removes what runs left that were killed: each has a copy of the whole tree. */
function removeAbandoned(out: string): void {
  for (const name of existsSync(out) ? readdirSync(out) : []) {
    const pid = name.startsWith(PLACE) ? Number(name.slice(PLACE.length)) : Number.NaN;
    if (pid > 0 && !isRunning(pid)) rmSync(join(out, name), { recursive: true, force: true });
  }
}

/** Puts the archives where they stay, in the place of those of an earlier run. */
function keepArchives({ place, version }: Draft, out: string): string {
  const kept = join(out, version);
  if (existsSync(kept)) renameSync(kept, join(place, 'earlier'));
  renameSync(archivesOf(place), kept);
  return kept;
}

function printCommands(draft: Draft, kept: string): void {
  const archives = draft.packed.map(({ published, file }) => ({
    published,
    file: relative(process.cwd(), join(kept, basename(file))),
  }));
  const { version, commit, isPrepared, repository } = draft;
  for (const [title, commands] of publishingCommands({ version, commit, archives, isPrepared, repository }))
    console.log(`\n${title}:\n\n${commands.map((command) => `  ${command}`).join('\n')}`);
}

async function runRelease(draft: Draft, { out, isDry, signKey }: Options): Promise<void> {
  // Before the work: who names a wrong file is told at once.
  if (signKey !== undefined) orRefuse(() => readSigningKey(signKey));
  orRefuse(() => removeAbandoned(out));
  await runSteps(DECIDING, draft);
  if (isDry) {
    orRefuse(() => mkdirSync(draft.place, { recursive: true }));
    await runSteps(MAKING, draft);
    return printCommands(draft, keepArchives(draft, out));
  }
  const changed = setVersion(ROOT, { from: readManifest(ROOT).version, to: draft.version, day: draft.day });
  console.log(changed.length > 0 ? `Written: ${changed.join(', ')}` : 'Nothing to write.');
}

/** Makes a release or says why there is none; returns the exit code, and leaves nothing half. */
export async function makeRelease(options: Options): Promise<number> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interrupt.abort(new Error('Interrupted: nothing was kept.')));
  const draft: Draft = {
    root: ROOT,
    place: join(options.out, `${PLACE}${process.pid}`),
    requested: options.version,
    repository: options.repository,
    signKey: options.signKey,
    day: new Date().toISOString().slice(0, 10),
    signal: interrupt.signal,
    ...{ commit: '', version: '', hasNewContract: false, isPrepared: false, packed: [] },
  };
  try {
    await runRelease(draft, options);
    return 0;
  } catch (error) {
    if (!interrupt.signal.aborted && !(error instanceof ReleaseRefused)) throw error;
    console.error((error as Error).message);
    return interrupt.signal.aborted ? INTERRUPTED : 1;
  } finally {
    rmSync(draft.place, { recursive: true, force: true });
  }
}
