import { useTag, useTexts } from '../../i18n/use-texts.ts';
import type { TimeBound } from './model/sums.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
/** Up to two of a larger unit are told in the smaller one. */
const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

/** Says a span of time in the largest unit that is whole, such as 90 seconds or 5 minutes. */
export function printSeconds(seconds: number, tag: string): string {
  const [unit, size] = UNITS.find(([, one]) => seconds >= one && seconds % one === 0) ?? ['second', 1];
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
}

/** Writers of numbers, shares and bounds in the language of the page. */
export function useNumbers() {
  const t = useTexts();
  const tag = useTag();
  const number = new Intl.NumberFormat(tag);
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
  return {
    tag,
    number: (count: number): string => number.format(count),
    percent: (share: number | undefined): string => (share === undefined ? '–' : percent.format(share)),
    bound: (bound: TimeBound | undefined): string => {
      if (bound === undefined) return '–';
      return 'underSeconds' in bound
        ? t('timeUnder', { time: printSeconds(bound.underSeconds, tag) })
        : t('timeOver', { time: printSeconds(bound.overSeconds, tag) });
    },
  };
}
