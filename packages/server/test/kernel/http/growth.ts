/** Builds a hostile text of so many characters, or a few more. */
export type Shape = { name: string; make(length: number): string };

const LARGE = 100_000;
const BUDGET_MS = 50;
/** Against four runs on a quarter each, one on the whole costs the same when the work is linear, and four times as much when it is square. */
const PARTS = 4;
const MAX_GROWTH = 2.5;
/** So little growth that no grain of the clock can have made it of a square: one look at each will do. */
const PLAIN_GROWTH = 1.25;
/** Less than this cannot be told from the grain of the clock and the work of others. */
const MIN_MS = 40;
const ROUNDS = 7;
const HOPELESS_MS = 1_000;
const MAX_SMALL_MS = 400;

type Check = (text: string) => unknown;

/** Milliseconds that this thread itself worked. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

async function timeOnce(check: Check, text: string): Promise<number> {
  const start = workedMs();
  try {
    await check(text);
  } catch {
    // A refusal is an answer; only the time it took counts.
  }
  return workedMs() - start;
}

/** Milliseconds for four quarters, which leave as much to collect as the whole does. */
async function timeQuarters(check: Check, text: string): Promise<number> {
  let sum = 0;
  for (let part = 0; part < PARTS; part += 1) sum += await timeOnce(check, text);
  return sum;
}

/** How the whole costs much more than its quarters, by the best of rounds of both in turn: what others do at the time slows either. Undefined where it does not. */
async function fastGrowth(check: Check, whole: string, quarter: string): Promise<string | undefined> {
  let most = Number.POSITIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && (round === 0 || most < HOPELESS_MS); round += 1) {
    most = Math.min(most, await timeOnce(check, whole));
    if (most < BUDGET_MS) return undefined;
    least = Math.min(least, await timeQuarters(check, quarter));
    if (least >= MIN_MS && most / least <= PLAIN_GROWTH) return undefined;
  }
  return most / Math.max(MIN_MS, least) <= MAX_GROWTH
    ? undefined
    : `${Math.round(most)} ms, and four quarters of it ${Math.round(least)} ms`;
}

/** What is wrong with the work a check takes for 100 kB of a shape, or undefined: within 50 ms at best, or, on a slow machine, grown no faster than its input. Small inputs go first, slowly growing, so that an exponential check fails instead of hanging. */
export async function growthProblem(
  check: Check,
  shape: Shape,
  large: number = LARGE,
): Promise<string | undefined> {
  for (let length = 20; length <= large / PARTS; length = Math.ceil(length * (length < 200 ? 1.1 : 12))) {
    const milliseconds = await timeOnce(check, shape.make(length));
    if (milliseconds > MAX_SMALL_MS)
      return `${shape.name}: ${Math.round(milliseconds)} ms for ${length} characters`;
  }
  const problem = await fastGrowth(check, shape.make(large), shape.make(large / PARTS));
  return problem && `${shape.name}: ${problem}`;
}

const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** One piece over and over. */
export const repeated = (piece: string): Shape => ({
  name: `${JSON.stringify(piece)} repeated`,
  make: (length) => filled(piece, length),
});

/** A beginning that matches, one piece over and over, and an end that does not match. */
export const nearMatch = (before: string, piece: string, after: string): Shape => ({
  name: `${JSON.stringify(before)}, ${JSON.stringify(piece)} repeated, ${JSON.stringify(after)}`,
  make: (length) => before + filled(piece, length) + after,
});

/** Half of one piece, then half of another. */
export const halves = (first: string, second: string): Shape => ({
  name: `half ${JSON.stringify(first)}, half ${JSON.stringify(second)}`,
  make: (length) => filled(first, length / 2) + filled(second, length / 2),
});
