import { parseArgs } from 'node:util';
import type { BenchArguments } from './part.ts';
import { PARTS } from './parts.ts';
import { USUAL_TRANSACTIONS } from './portal/fill-portal.ts';
import { USUAL_SIZE, type VolumeSize } from './volume/fill-volume.ts';

const SIZE_OPTIONS: Readonly<Record<string, { key: keyof VolumeSize; text: string }>> = {
  finished: { key: 'finished', text: 'finished transactions' },
  'due-frames': { key: 'dueFrames', text: 'frames that are due' },
  'picture-bytes': { key: 'pictureBytes', text: 'bytes of a picture' },
  due: { key: 'due', text: 'rows due at once of each other kind' },
};

const USUAL_MEGABYTES = 1000;
const USUAL_FACES = 20_000;
const USUAL_PRINTS = 1_000_000;

const USAGE = `Usage: npm run bench [-- [--only PART]... [--all] [--seconds N]]

Measures each part that takes no longer than a few minutes; all of them end within 15 minutes. Figures are printed part by part.

  --only PART    measure this part alone; may be given again
  --all          measure the long parts as well
  --seconds N    how long each load lasts, 1 to 3600
${Object.entries(SIZE_OPTIONS)
  .map(
    ([name, { key, text }]) =>
      `  ${`--${name} N`.padEnd(21)} of \`volume\`: ${text}; ${USUAL_SIZE[key]} if left out`,
  )
  .join('\n')}
  --profile              of \`api\`: where the time goes as well, by module, statement and allocation
  --keep                 keep the figures, and write docs/figures/bench.md; of \`api\`, with --profile, docs/figures/api.md
  --megabytes N          of \`backup\`: size of the database; ${USUAL_MEGABYTES} if left out
  --faces N              of \`galleries\`: enrolled faces of each of 30 tenants; ${USUAL_FACES} if left out
  --prints N             of \`prints\`: the most that are kept, from 10000 on; ${USUAL_PRINTS} if left out
  --demo FILE            of \`page\`: demo.json of a running service that is measured, of any release; a new one if left out
  --transactions N       of \`portal\`: transactions in 200 tenants; ${USUAL_TRANSACTIONS} if left out
  --help         say this

Parts, with the seconds of each load unless given (of \`page\`, the times it is opened):
${Object.entries(PARTS)
  .map(([name, { seconds, isLong }]) =>
    `  ${name.padEnd(13)} ${String(seconds).padEnd(4)}${isLong ? 'long' : ''}`.trimEnd(),
  )
  .join('\n')}`;

function readSize(values: Readonly<Record<string, unknown>>): VolumeSize {
  const size = { ...USUAL_SIZE };
  for (const [name, { key }] of Object.entries(SIZE_OPTIONS)) {
    if (values[name] === undefined) continue;
    const count = Number(values[name]);
    if (!(Number.isInteger(count) && count >= 1000)) throw new Error(`--${name} is a number from 1000 on.`);
    size[key] = count;
  }
  return size;
}

function readArguments(): BenchArguments {
  const sizes = Object.keys(SIZE_OPTIONS).map((name) => [name, { type: 'string' as const }]);
  const { values } = parseArgs({
    options: {
      ...(Object.fromEntries(sizes) as Record<string, { type: 'string' }>),
      only: { type: 'string', multiple: true },
      all: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      megabytes: { type: 'string' },
      demo: { type: 'string' },
      transactions: { type: 'string' },
      faces: { type: 'string' },
      prints: { type: 'string' },
      profile: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const only = values.only ?? [];
  const unknown = only.find((part) => !Object.hasOwn(PARTS, part));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}.`);
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
  if (seconds !== undefined && !(seconds >= 1 && seconds <= 3600))
    throw new Error('--seconds is a number from 1 to 3600.');
  const count = (name: 'megabytes' | 'transactions' | 'faces' | 'prints', usual: number, min = 1000) => {
    const value = Number(values[name] ?? usual);
    if (Number.isInteger(value) && value >= min) return value;
    throw new Error(`--${name} is a number from ${min} on.`);
  };
  const { all, profile, keep, demo } = values;
  return {
    ...{ only, all, seconds, size: readSize(values), demo, profile, keep },
    megabytes: count('megabytes', USUAL_MEGABYTES, 1),
    transactions: count('transactions', USUAL_TRANSACTIONS),
    faces: count('faces', USUAL_FACES),
    prints: count('prints', USUAL_PRINTS, 10_000),
  };
}

/** Reads what a run is asked for; says what is wrong and ends with 2, or prints the help and ends with 0. */
export function readArgumentsOrExit(): BenchArguments {
  try {
    return readArguments();
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}
