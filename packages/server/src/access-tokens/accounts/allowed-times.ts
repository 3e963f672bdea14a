import { defineCache } from '../../kernel/caches/cache.ts';

/** Days (0 is Sunday) and minutes of the day, in a place's own wall time; `until` not after `from` ends on the day after. */
export type TimeWindow = {
  days: readonly number[];
  fromMinute: number;
  untilMinute: number;
  timeZone: string;
};

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MINUTES_A_DAY = 24 * 60;
const WINDOW =
  /^([A-Za-z+-]{3,40}) ([01][0-9]|2[0-3]):([0-5][0-9])-([01][0-9]|2[0-4]):([0-5][0-9]) ([A-Za-z][A-Za-z0-9_+/-]{0,63})$/;

function parseDays(text: string): number[] | undefined {
  const days = text.split('+').flatMap((part) => {
    const [first = '', last = first, ...more] = part.split('-');
    const [from, until] = [DAYS.indexOf(first), DAYS.indexOf(last)];
    if (from < 0 || until < 0 || more.length > 0) return [-1];
    return Array.from({ length: ((until - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);
  });
  return days.includes(-1) ? undefined : [...new Set(days)].sort((a, b) => a - b);
}

const zoneCache = defineCache('time_zones', 500);
const windowCache = defineCache('time_windows', 500);

/** Caches of windows of time, as accounts name them. */
export const timeCaches = [zoneCache, windowCache];

const formatters = zoneCache.open<Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(timeZone, made);
  return made;
}

function isTimeZone(name: string): boolean {
  try {
    formatterOf(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Takes a window such as `Mon-Fri 08:00-18:00 America/Sao_Paulo`; days may be listed or run over the week's end, and a window past midnight belongs to the day it begins. */
export function parseTimeWindow(text: string): TimeWindow | undefined {
  const match = WINDOW.exec(text);
  if (!match) return undefined;
  const [, dayText = '', fromHour, fromMinute, untilHour, untilMinute, timeZone = ''] = match;
  const days = parseDays(dayText);
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const until = Number(untilHour) * 60 + Number(untilMinute);
  if (!days || until > MINUTES_A_DAY || from === until || !isTimeZone(timeZone)) return undefined;
  return { days, fromMinute: from, untilMinute: until, timeZone };
}

const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** The window in the one way in which it is kept. */
export const formatTimeWindow = ({ days, fromMinute, untilMinute, timeZone }: TimeWindow): string =>
  `${days.map((day) => DAYS[day]).join('+')} ${clockOf(fromMinute)}-${clockOf(untilMinute)} ${timeZone}`;

function wallTime(timeZone: string, instant: Date): { day: number; minute: number } {
  const parts = formatterOf(timeZone).formatToParts(instant);
  const read = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return { day: DAYS.indexOf(read('weekday')), minute: Number(read('hour')) * 60 + Number(read('minute')) };
}

function isWithin({ days, fromMinute, untilMinute, timeZone }: TimeWindow, instant: Date): boolean {
  const { day, minute } = wallTime(timeZone, instant);
  if (fromMinute < untilMinute) return days.includes(day) && minute >= fromMinute && minute < untilMinute;
  const dayBefore = (day + 6) % 7;
  return (days.includes(day) && minute >= fromMinute) || (days.includes(dayBefore) && minute < untilMinute);
}

const parsedWindows = windowCache.open<TimeWindow | undefined>();

function readWindow(text: string): TimeWindow | undefined {
  if (!parsedWindows.has(text)) parsedWindows.set(text, parseTimeWindow(text));
  return parsedWindows.get(text);
}

/** Whether one of the windows is open at the instant; without windows, always. One that cannot be read is never open. */
export const isWithinTimes = (windows: readonly string[], instant: Date): boolean =>
  windows.length === 0 ||
  windows.some((text) => {
    const window = readWindow(text);
    return window !== undefined && isWithin(window, instant);
  });
