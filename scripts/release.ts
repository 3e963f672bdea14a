import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSigningKey } from './bill/envelope.ts';
import { readManifest } from './pack/reach-sources.ts';
import { publishingCommands } from './release/commands.ts';
import { setVersion } from './release/set-version.ts';
import { archivesOf, DECIDING, type Draft, MAKING, ReleaseRefused, type Step } from './release/steps.ts';

const HELP = `Makes everything of a release but its publishing, and prints the commands that publish it.

  npm run release                        checks, builds and packs the commit of this checkout
  npm run release -- --version 0.2.0     asks for a version; one that the changes do not allow is refused
  npm run release -- --no-dry            writes the version, and the day into the changelogs, for you to commit

A breaking change of the contract is refused. Any other change of it asks at least a minor version, and none a patch.
Everything is built in a copy of the commit below the output, where the packages are in a folder of the version.

  --out <directory>    where everything is written; dist/release by default
  --version <x.y.z>    version of the release; the lowest allowed by default
  --sign-key <file>    Ed25519 key in PEM that signs the provenance
  --dry                changes nothing in the checkout; the default
  --no-dry             changes the checkout, and packs nothing
  --help               this text
`;

const INTERRUPTED = 130;
const ROOT = resolve(import.meta.dirname, '..');

type Options = { out: string; version?: string; signKey?: string; isDry: boolean; isHelp: boolean };

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        out: { type: 'string', default: join(ROOT, 'dist/release') },
        version: { type: 'string' },
        'sign-key': { type: 'string' },
        dry: { type: 'boolean', default: true },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowNegative: true,
    });
    const { version, 'sign-key': signKey } = values;
    return {
      out: resolve(values.out),
      isDry: values.dry,
      isHelp: values.help,
      ...(version === undefined ? {} : { version }),
      ...(signKey === undefined ? {} : { signKey: resolve(signKey) }),
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    process.exit(2);
  }
}

async function runSteps(steps: readonly Step[], draft: Draft): Promise<void> {
  for (const { title, run } of steps) {
    draft.signal.throwIfAborted();
    console.log(`${title}: ${await run(draft)}`);
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
  const { version, commit, isPrepared } = draft;
  for (const [title, commands] of publishingCommands({ version, commit, archives, isPrepared }))
    console.log(`\n${title}:\n\n${commands.map((command) => `  ${command}`).join('\n')}`);
}

async function makeRelease(draft: Draft, { out, isDry }: Options): Promise<void> {
  await runSteps(DECIDING, draft);
  if (isDry) {
    mkdirSync(draft.place, { recursive: true });
    await runSteps(MAKING, draft);
    return printCommands(draft, keepArchives(draft, out));
  }
  const changed = setVersion(ROOT, { from: readManifest(ROOT).version, to: draft.version, day: draft.day });
  console.log(changed.length > 0 ? `Written: ${changed.join(', ')}` : 'Nothing to write.');
}

async function main(options: Options): Promise<void> {
  // Before the work: who names a wrong file is told at once.
  if (options.signKey !== undefined) readSigningKey(options.signKey);
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => interrupt.abort(new Error('Interrupted: nothing was kept.')));
  const draft: Draft = {
    root: ROOT,
    place: join(options.out, `.new-${process.pid}`),
    requested: options.version,
    signKey: options.signKey,
    day: new Date().toISOString().slice(0, 10),
    signal: interrupt.signal,
    ...{ commit: '', version: '', isPrepared: false, packed: [] },
  };
  try {
    await makeRelease(draft, options);
  } catch (error) {
    if (!interrupt.signal.aborted && !(error instanceof ReleaseRefused)) throw error;
    console.error((error as Error).message);
    process.exitCode = interrupt.signal.aborted ? INTERRUPTED : 1;
  } finally {
    rmSync(draft.place, { recursive: true, force: true });
  }
}

const options = readOptions();
if (options.isHelp) console.log(HELP.trimEnd());
else await main(options);
