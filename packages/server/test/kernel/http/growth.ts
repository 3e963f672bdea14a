/** Builds a hostile text of so many characters, or a few more. */
export type Shape = { name: string; make(length: number): string };

const LARGE = 100_000;
const BUDGET_MS = 50;
/** Four times the input costs four times the work when it is linear, sixteen times when it is square. */
const MAX_GROWTH = 10;
/** So little growth that no grain of the clock can have made it of a square: one look at each size will do. */
const PLAIN_GROWTH = 5;
/** Less than this cannot be told from the grain of the clock and the work of others. */
const MIN_MS = 10;
const ROUNDS = 5;
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

async function bestTime(check: Check, text: string): Promise<number> {
  let best = await timeOnce(check, text);
  for (let round = 1; round < ROUNDS && best >= BUDGET_MS && best < HOPELESS_MS; round += 1)
    best = Math.min(best, await timeOnce(check, text));
  return best;
}

/** Whether one look at 100 kB, and one at a quarter where that took long, shows that there is nothing to see. */
async function isPlainlyLinear(check: Check, shape: Shape, large: number): Promise<boolean> {
  const most = await timeOnce(check, shape.make(large));
  if (most < BUDGET_MS) return true;
  const quarter = await timeOnce(check, shape.make(large / 4));
  return quarter >= MIN_MS && most / quarter <= PLAIN_GROWTH;
}

/** What is wrong with the work a check takes for 100 kB of a shape, or undefined: within 50 ms at best of five, or, on a slow machine, grown no faster than its input. Small inputs go first, slowly growing, so that an exponential check fails instead of hanging. */
export async function growthProblem(
  check: Check,
  shape: Shape,
  large: number = LARGE,
): Promise<string | undefined> {
  for (let length = 20; length <= large / 4; length = Math.ceil(length * (length < 200 ? 1.1 : 12))) {
    const milliseconds = await timeOnce(check, shape.make(length));
    if (milliseconds > MAX_SMALL_MS)
      return `${shape.name}: ${Math.round(milliseconds)} ms for ${length} characters`;
  }
  if (await isPlainlyLinear(check, shape, large)) return undefined;
  const most = await bestTime(check, shape.make(large));
  if (most < BUDGET_MS) return undefined;
  const quarter = Math.max(MIN_MS, await bestTime(check, shape.make(large / 4)));
  return most / quarter <= MAX_GROWTH
    ? undefined
    : `${shape.name}: ${Math.round(most)} ms, and a quarter of it ${Math.round(quarter)} ms`;
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
