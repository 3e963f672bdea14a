/** Both ends of an interval of a rate, 0 to 1. */
export type Interval = { low: number; high: number };

const LANCZOS_G = 7;
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** Logarithm of the gamma function after Lanczos, for arguments of 1 and more. */
function logGamma(x: number): number {
  const [first, ...rest] = LANCZOS;
  const series = rest.reduce<number>((sum, term, index) => sum + term / (x + index), first);
  const t = x - 1 + LANCZOS_G + 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(series);
}

const TINY = 1e-300;
const CLOSE_ENOUGH = 1e-14;
const MAX_TERMS = 1_000_000;

const awayFromZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** The continued fraction of the incomplete beta function, after Lentz; converges where x < (a + 1) / (a + b + 2). */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  const step = (term: number): number => {
    d = 1 / awayFromZero(1 + term * d);
    c = awayFromZero(1 + term / c);
    fraction *= c * d;
    return c * d;
  };
  for (let m = 1; m <= MAX_TERMS; m += 1) {
    step((m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)));
    const change = step((-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)));
    if (Math.abs(change - 1) < CLOSE_ENOUGH) return fraction;
  }
  throw new Error('the incomplete beta function did not converge');
}

/** The regularised incomplete beta function, for whole a and b of 1 and more. */
function regularisedBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

const HALVINGS = 80;

/** Where a rising function of a rate reaches a value. */
function solveRising(value: number, rising: (rate: number) => number): number {
  let [low, high] = [0, 1];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (rising(middle) < value) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The rate at which so few errors or fewer still come with probability `alpha`: the exact one-sided upper bound. */
const highEnd = (errors: number, trials: number, alpha: number): number =>
  errors >= trials ? 1 : solveRising(1 - alpha, (rate) => regularisedBeta(rate, errors + 1, trials - errors));

const lowEnd = (errors: number, trials: number, alpha: number): number =>
  errors === 0 ? 0 : solveRising(alpha, (rate) => regularisedBeta(rate, errors, trials - errors + 1));

const LEFT_OUT = 0.05;

/** The exact two-sided 95 % interval of a rate (Clopper and Pearson, 1934), as if the trials were independent. */
export const clopperPearson = (errors: number, trials: number): Interval => ({
  low: lowEnd(errors, trials, LEFT_OUT / 2),
  high: highEnd(errors, trials, LEFT_OUT / 2),
});

/** The exact one-sided 95 % upper bound of a rate; without an error nearly 3 / trials, the rule of three (ISO/IEC 19795-1). */
export const upperBound = (errors: number, trials: number): number => highEnd(errors, trials, LEFT_OUT);

/** Trials without an error from which the rule of three lets a rate be claimed with 95 % confidence. */
export const trialsNeeded = (rate: number): number => Math.ceil(3 / rate - 1e-6);
