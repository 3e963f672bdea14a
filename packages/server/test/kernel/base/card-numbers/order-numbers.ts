import { randomUUID } from 'node:crypto';

/** Draws whole numbers below a bound, the same ones for the same seed (mulberry32). */
export function drawFrom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

type Draw = ReturnType<typeof drawFrom>;

const digits = (draw: Draw, count: number): string =>
  Array.from({ length: count }, () => String(draw(10))).join('');
const bytes = (draw: Draw, count: number): number[] => Array.from({ length: count }, () => draw(256));
const inBase64 = (text: string): string => Buffer.from(text).toString('base64');
const two = (value: number): string => String(value).padStart(2, '0');
const day = (draw: Draw): string => `26${two(1 + draw(12))}${two(1 + draw(28))}`;
const time = (draw: Draw): string => two(draw(24)) + two(draw(60)) + two(draw(60));
/** Milliseconds of the years 2024 to 2027. */
const milliseconds = (draw: Draw): number => 1_704_067_200_000 + draw(2 ** 31) * 58;

/** 41 bits of milliseconds, 10 of a machine and 12 of a counter. */
const snowflake = (draw: Draw, epoch: number): string =>
  String((BigInt(milliseconds(draw) - epoch) << 22n) | (BigInt(draw(1024)) << 12n) | BigInt(draw(4096)));

/** Forms of order numbers that shops use; none of them may be mistaken for a card number. */
export const ORDER_FORMS: readonly (readonly [form: string, make: (draw: Draw) => string])[] = [
  ['404-NNNNNNN-NNNNNNN', (draw) => `404-${digits(draw, 7)}-${digits(draw, 7)}`],
  ['701-NNNNNNN-NNNNNNN', (draw) => `7${two(1 + draw(2))}-${digits(draw, 7)}-${digits(draw, 7)}`],
  ['16 digits from 3012', (draw) => `3012${digits(draw, 12)}`],
  ['16 digits from 80 to 82', (draw) => `${80 + draw(3)}${digits(draw, 14)}`],
  ['16 digits from 2000', (draw) => `2000${digits(draw, 12)}`],
  ['a day and 8 digits', (draw) => day(draw) + digits(draw, 8)],
  ['a day and 10 digits', (draw) => day(draw) + digits(draw, 10)],
  ['a day, a time and 4 digits', (draw) => `${day(draw)}${time(draw)}${digits(draw, 4)}`],
  ['a day, a time and 4 digits, apart', (draw) => `${day(draw)}-${time(draw)}-${digits(draw, 4)}`],
  ['a long day, a time and 4 digits, apart', (draw) => `20${day(draw)}-${time(draw)}-${digits(draw, 4)}`],
  ['a long day and 8 digits', (draw) => `20${day(draw)}-${digits(draw, 8)}`],
  ['13 digits from 56 to 60', (draw) => `${56 + draw(5)}${digits(draw, 11)}`],
  ['13 digits from 4', (draw) => `4${digits(draw, 12)}`],
  ['the id of a shop in base64', (draw) => inBase64(`gid://shopify/Order/4${digits(draw, 12)}`)],
  ['24 bytes in base64', (draw) => Buffer.from(bytes(draw, 24)).toString('base64')],
  ['48 bytes in base64 for addresses', (draw) => Buffer.from(bytes(draw, 48)).toString('base64url')],
  ['a moment and 4 digits', (draw) => `20${day(draw)}${time(draw)}${digits(draw, 4)}`],
  ['a moment and 8 digits', (draw) => `20${day(draw)}${time(draw)}${digits(draw, 8)}`],
  ['a mobile number of Brazil', (draw) => `55119${digits(draw, 8)}`],
  ['a written mobile number', (draw) => `+55 (11) 9${digits(draw, 4)}-${digits(draw, 4)}`],
  [
    'process, milliseconds and counter',
    (draw) => `${1 + draw(4_194_304)}-${milliseconds(draw)}-${draw(100_000)}`,
  ],
  ['a snowflake of 19 digits', (draw) => snowflake(draw, 1_288_834_974_657)],
  ['a snowflake of 19 digits, 2015', (draw) => snowflake(draw, 1_420_070_400_000)],
  ['a snowflake of 18 digits, 2020', (draw) => snowflake(draw, 1_577_836_800_000)],
  ['24 hexadecimal digits', (draw) => Array.from({ length: 24 }, () => draw(16).toString(16)).join('')],
  ['40 hexadecimal digits', (draw) => Array.from({ length: 40 }, () => draw(16).toString(16)).join('')],
  ['a UUID', () => randomUUID()],
  ['a fraction drawn by chance', (draw) => `rot-0.${digits(draw, 16)}`],
  ['o, a number and milliseconds', (draw) => `o${draw(20_000)}-${milliseconds(draw)}`],
  ['a digit and milliseconds', (draw) => `${draw(10)}-${milliseconds(draw)}`],
  ['milliseconds and a counter', (draw) => `${milliseconds(draw)}-${two(draw(100))}`],
  ['microseconds', (draw) => `${milliseconds(draw)}${digits(draw, 3)}`],
  ['a company and a year', (draw) => `${digits(draw, 8)}/0001-${two(draw(100))} 2026`],
];

/** Order numbers whose digits alone are those of a network; the way out turns them into ones that are taken. */
export const AMBIGUOUS_FORM = (draw: Draw): string => `4${digits(draw, 15)}`;
