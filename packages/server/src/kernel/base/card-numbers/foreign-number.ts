import { isDate, isExpiryOrDate, isMoment } from './dates.ts';
import { ISSUED_LENGTHS, isCardNumber } from './networks.ts';

// Order numbers are often UUIDs (RFC 9562 section 4), and the digits of one in some thousand would pass for a card number.
const UUID =
  /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-z])/gi;

/** Ids and digests of 12, 16, 20 and 32 bytes, told from digits by three letters at least. */
const HEX =
  /(?<![0-9a-z])(?=(?:[0-9]*[a-f]){3})(?:[0-9a-f]{24}|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})(?![0-9a-z])/gi;

/** A fraction that a program drew by chance; of 16 digits two in a hundred would pass for a card number. */
const FRACTION = /(?<![0-9])0\.[0-9]{13,}/g;

const BREAK = '#';
const RUN = /[0-9]{13,}/g;

/** Digits of days, and of days with a time to the hour, minute, second or millisecond. */
const DATE_LENGTHS = [6, 8];
const MOMENT_LENGTHS = [10, 12, 14, 15, 17];

/** What may stand before a number in the same run of digits: nothing but zeros, a date, a moment, or one digit. */
function startsOf(run: string): number[] {
  const zeros = /^0*/.exec(run)?.[0].length ?? 0;
  const dates = DATE_LENGTHS.filter((length) => isDate(run.slice(0, length)));
  const moments = MOMENT_LENGTHS.filter((length) => isMoment(run.slice(0, length)));
  return [zeros, ...dates, ...moments];
}

/** Whether the digits behind a number are explained: its expiry, a date, a moment, or the zeros of a padded field. */
const isExplained = (behind: string): boolean =>
  behind === '' || isExpiryOrDate(behind) || isMoment(behind) || /^0{3,}$/.test(behind);

/** 14 digits with an expiry are as long as the ids of many services, so that only the usual order counts: month first. */
const isCommonLength = (number: string, behind: string): boolean =>
  number.length !== 14 || behind.length !== 4 || /^(?:0[1-9]|1[0-2]|00)/.test(behind);

/** Whether a run of digits is a card number, alone or with what is commonly written before and behind it. */
function isNumberInRun(run: string): boolean {
  const found = startsOf(run).some((start) =>
    ISSUED_LENGTHS.some((length) => {
      const number = run.slice(start, start + length);
      const behind = run.slice(start + length);
      return isCardNumber(number) && isExplained(behind) && isCommonLength(number, behind);
    }),
  );
  return found || (run.length > 14 && isCardNumber(run.slice(1)));
}

/** Groups as cards and forms write them, besides groups of one size. */
const LAYOUTS: readonly (readonly number[])[] = [
  [4, 6, 5],
  [4, 6, 4],
  [8, 8],
  [4, 4, 8],
  [4, 8, 4],
  [8, 4, 4],
];
const GROUP_SIZES = [1, 2, 3, 4, 5, 6];
const MAX_DIGITS = 19;

const withoutZeros = (group: string): string => group.replace(/^0+/, '');

function isInLayout(groups: readonly string[], start: number): boolean {
  return LAYOUTS.some((sizes) => {
    const taken = [withoutZeros(groups[start] ?? ''), ...groups.slice(start + 1, start + sizes.length)];
    const matches = taken.length === sizes.length && taken.every((group, at) => group.length === sizes[at]);
    return matches && !isDate(taken[0] ?? '') && isCardNumber(taken.join(''));
  });
}

/** The first group of a size: whole, of four the end of a longer one, and of three the one or two digits before a thousand. */
function firstOf(group: string, size: number): string | undefined {
  if (group.length === size) return size === 6 && isDate(group) ? undefined : group;
  if (size === 4 && group.length > 4) return group.slice(-4);
  return size === 3 && group.length < 3 ? group : undefined;
}

/** Whether groups of one size, from one on, make a number; the last may be shorter, and of four the beginning of a longer one. */
function isInGroupsOf(size: number, groups: readonly string[], start: number): boolean {
  let digits = firstOf(withoutZeros(groups[start] ?? ''), size);
  if (digits === undefined) return false;
  for (let at = start + 1; at < groups.length && digits.length < MAX_DIGITS; at += 1) {
    const group = groups[at] ?? '';
    if (group.length > size && size !== 4) return false;
    digits += group.slice(0, size);
    if (isCardNumber(digits)) return true;
    if (group.length !== size) return false;
  }
  return false;
}

/** Up to eight signs and spaces, or up to three characters of any kind, part groups of one number. */
export const isSeparator = (gap: string): boolean =>
  gap.length <= 3 || (gap.length <= 8 && !/\p{L}/u.test(gap));

function isNumberInGroups(text: string): boolean {
  const parted = text.replace(/[^0-9]+/gu, (gap) => (isSeparator(gap) ? ' ' : BREAK));
  return parted.split(BREAK).some((chain) => {
    const groups = chain.split(' ').filter(Boolean);
    return groups.some(
      (_, start) =>
        isInLayout(groups, start) || GROUP_SIZES.some((size) => isInGroupsOf(size, groups, start)),
    );
  });
}

/** As many digits as the shortest number has; most texts have fewer, and need no other look. */
const ENOUGH_DIGITS = /(?:[0-9][^0-9]*){14}/;

/** Whether a decoded text holds a number of any card: told from order numbers by length, first digits, check digit and spelling. */
export function holdsForeignNumber(text: string): boolean {
  if (!ENOUGH_DIGITS.test(text)) return false;
  const rest = [UUID, HEX, FRACTION].reduce(
    (left, token) => left.replace(token, ` ${BREAK}token${BREAK} `),
    text,
  );
  return (rest.match(RUN) ?? []).some(isNumberInRun) || isNumberInGroups(rest);
}
