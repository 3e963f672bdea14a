import type { RatePair } from './error-rates.ts';

/** What a plot says besides its line. */
export type DetLabels = { title: string; description: string; mated: number; nonMated: number };

const SIZE = 560;
const LEFT = 76;
const TOP = 56;
const EDGE = SIZE + TOP;
const GREATEST = 0.5;
const TICKS = [1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4] as const;

const A = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
  2.506628277459239,
];
const B = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1,
  1,
];
const C = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
];
const D = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1];
const TAIL = 0.02425;

const polynomial = (terms: readonly number[], x: number): number =>
  terms.reduce((sum, term) => sum * x + term, 0);

/** The quantile of the normal distribution, to a relative error of about 1e-9 (Acklam's rational approximation); for 0 < p < 1. */
export function probit(p: number): number {
  if (p > 0.5) return -probit(1 - p);
  if (p >= TAIL) {
    const q = p - 0.5;
    return (polynomial(A, q * q) * q) / polynomial(B, q * q);
  }
  const q = Math.sqrt(-2 * Math.log(p));
  return polynomial(C, q) / polynomial(D, q);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text that may stand in XML 1.0: marks as entities, and no sign that XML does not know. */
const escapeXml = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ').replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '');

const percent = (rate: number): string => `${Number((rate * 100).toPrecision(3))} %`;
const round = (value: number): string => value.toFixed(1);

/** The rate at which an axis begins: a decade below the smallest that the comparisons can show. */
const leastRate = (comparisons: number): number =>
  Math.max(TICKS[0], 10 ** Math.floor(Math.log10(0.5 / Math.max(comparisons, 10))));

/** A rate as a place from 0 to 1 on an axis; what lies beyond its ends, such as no error at all, stands at the end. */
function placeOn(least: number): (rate: number) => number {
  const [low, high] = [probit(least), probit(GREATEST)];
  return (rate) => (probit(Math.min(GREATEST, Math.max(least, rate))) - low) / (high - low);
}

type Axis = { least: number; x: boolean; place(rate: number): number };

function drawTicks({ least, x, place }: Axis): string[] {
  return TICKS.filter((rate) => rate >= least).map((rate) => {
    const at = x ? LEFT + place(rate) * SIZE : EDGE - place(rate) * SIZE;
    const [x1, y1, x2, y2] = x ? [at, TOP, at, EDGE] : [LEFT, at, LEFT + SIZE, at];
    const label = x
      ? `<text x="${round(at)}" y="${EDGE + 18}" text-anchor="middle">${percent(rate)}</text>`
      : `<text x="${LEFT - 6}" y="${round(at + 4)}" text-anchor="end">${percent(rate)}</text>`;
    return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="#ccc"/>${label}`;
  });
}

/** Thresholds with the same rates stand at one place and share a label. */
function drawMarks(marked: readonly RatePair[], at: (point: RatePair) => [string, string]): string[] {
  const places = new Map<string, number[]>();
  for (const point of marked) {
    const place = at(point).join(',');
    places.set(place, [...(places.get(place) ?? []), point.threshold]);
  }
  return [...places].map(([place, thresholds]) => {
    const [x, y] = place.split(',');
    const label = `<text x="${x}" y="${y}" dx="7" dy="-5">${thresholds.join(', ')}</text>`;
    return `<circle cx="${x}" cy="${y}" r="4" fill="#a30"/>${label}`;
  });
}

/** A detection error trade-off curve on normal-deviate axes as an SVG document of its own: no script, no style sheet, nothing loaded. */
export function renderDetPlot(
  points: readonly RatePair[],
  marked: readonly RatePair[],
  { title, description, mated, nonMated }: DetLabels,
): string {
  const across: Axis = { least: leastRate(nonMated), x: true, place: placeOn(leastRate(nonMated)) };
  const up: Axis = { least: leastRate(mated), x: false, place: placeOn(leastRate(mated)) };
  const at = ({ fmr, fnmr }: RatePair): [string, string] => [
    round(LEFT + across.place(fmr) * SIZE),
    round(EDGE - up.place(fnmr) * SIZE),
  ];
  const line = [...new Set(points.map((point) => at(point).join(',')))].join(' ');
  const marks = drawMarks(marked, at);
  const width = LEFT + SIZE + 40;
  const height = EDGE + 56;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description" font-family="sans-serif" font-size="12" fill="#111">`,
    `<title id="title">${escapeXml(title)}</title>`,
    `<desc id="description">${escapeXml(description)}</desc>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${LEFT}" y="30" font-size="15">${escapeXml(title)}</text>`,
    ...drawTicks(across),
    ...drawTicks(up),
    `<rect x="${LEFT}" y="${TOP}" width="${SIZE}" height="${SIZE}" fill="none" stroke="#111"/>`,
    `<polyline points="${line}" fill="none" stroke="#036" stroke-width="2"/>`,
    ...marks,
    `<text x="${LEFT + SIZE / 2}" y="${EDGE + 42}" text-anchor="middle">False match rate (n = ${nonMated})</text>`,
    `<text transform="translate(18 ${TOP + SIZE / 2}) rotate(-90)" text-anchor="middle">False non-match rate (n = ${mated})</text>`,
    '</svg>',
    '',
  ].join('\n');
}
