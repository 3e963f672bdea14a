import { readArgumentsOrExit } from './arguments.ts';
import { type Harness, openHarness } from './harness/harness.ts';
import { stopOnSignals } from './harness/stop-on-signals.ts';
import { type About, aboutRun, whyNotKept } from './kept/about.ts';
import { commandOf, keepPart } from './kept/parts-page.ts';
import type { BenchArguments, Part } from './part.ts';
import { PARTS } from './parts.ts';
import { reportTable } from './report.ts';

const secondsSince = (beganMs: number): number => Math.round((performance.now() - beganMs) / 1000);

/** Whether a part keeps its figures itself, on the page of profiles. */
const keepsItself = (name: string, { profile }: BenchArguments): boolean => name === 'api' && profile;

/** Measures one part, and prints and keeps its figures at once, so that a run that is stopped keeps what it has. */
async function measurePart(name: string, part: Part, given: BenchArguments, about: About): Promise<void> {
  const { seconds = part.seconds, size, megabytes } = given;
  const beganMs = performance.now();
  let harness: Harness | undefined;
  const openWith = async (tenants: number, program?: string): Promise<Harness> => {
    harness = await openHarness(tenants, program);
    return harness;
  };
  try {
    const figures = await part.measure(openWith, seconds, size, megabytes, { ...given, about });
    console.log(`${reportTable(figures)}\n`);
    const command = commandOf(process.argv.slice(2).filter((word) => word !== '--keep'));
    if (given.keep && !keepsItself(name, given))
      keepPart(name, { ...about, command, seconds, took: secondsSince(beganMs), figures });
  } finally {
    await harness?.close();
  }
}

/** Measures what is asked for, part by part; a part that fails is told, and the others still run. */
async function measureAll(given: BenchArguments, stopping: AbortSignal): Promise<void> {
  const { only, all } = given;
  const chosen = Object.entries(PARTS).filter(([name, { isLong }]) =>
    only.length > 0 ? only.includes(name) : all || !isLong,
  );
  const about = aboutRun();
  const refusal = given.keep ? whyNotKept(about) : undefined;
  if (refusal !== undefined) {
    console.error(refusal);
    process.exitCode = 2;
    return;
  }
  const beganMs = performance.now();
  console.log('Every figure stands beside its baseline from this run.\n');
  for (const [index, [name, part]] of chosen.entries()) {
    const partBeganMs = performance.now();
    console.log(`${index + 1} of ${chosen.length}: ${name}, ${secondsSince(beganMs)} s after the start …\n`);
    await measurePart(name, part, given, about).catch((error: unknown) => {
      // The closing that is under way ends the process.
      if (stopping.aborted) return new Promise(() => undefined);
      console.error(error);
      process.exitCode = 1;
    });
    console.log(`${name} took ${secondsSince(partBeganMs)} s.\n`);
  }
  console.log(`All ${chosen.length} took ${secondsSince(beganMs)} s.`);
}

const given = readArgumentsOrExit();
await measureAll(given, stopOnSignals());
