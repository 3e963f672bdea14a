import type { LoggedRequest } from '@titular/contract/simulate-limit';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const COMMON_LOG_TIME =
  /\[([0-9]{2})\/([A-Z][a-z]{2})\/([0-9]{4}):([0-9]{2}):([0-9]{2}):([0-9]{2}) ([+-])([0-9]{2})([0-9]{2})\]/;
const ISO_TIME = /^[^0-9]{0,8}([0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]{8,15}(?:Z|[+-][0-9]{2}:?[0-9]{2})?)/;
const TIME_NAMES = ['time', 'timestamp', '@timestamp', 'ts', 'at'];
const MILLISECONDS_FROM = 1e11;

const finite = (seconds: number): number | undefined => (Number.isFinite(seconds) ? seconds : undefined);

function parseCommonTime(line: string): number | undefined {
  const match = COMMON_LOG_TIME.exec(line);
  if (!match) return undefined;
  const [, day, month = '', year, hour, minute, second, sign, zoneHours, zoneMinutes] = match;
  const local = Date.UTC(
    Number(year),
    MONTHS.indexOf(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60 * (sign === '-' ? -1 : 1);
  return MONTHS.includes(month) ? finite(local / 1000 - offset) : undefined;
}

function parseTimeValue(value: unknown): number | undefined {
  if (typeof value === 'number') return finite(value >= MILLISECONDS_FROM ? value / 1000 : value);
  return typeof value === 'string' ? finite(Date.parse(value) / 1000) : undefined;
}

function parseJsonTime(line: string): number | undefined {
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    return parseTimeValue(TIME_NAMES.map((name) => entry[name]).find((value) => value !== undefined));
  } catch {
    return undefined;
  }
}

/** Time of the request in one log line, in seconds since 1970. Reads common and combined log format, JSON with a time, or a leading ISO 8601 time (UTC without a zone). */
export function parseLogTime(line: string): number | undefined {
  if (line.startsWith('{')) return parseJsonTime(line);
  const common = parseCommonTime(line);
  if (common !== undefined) return common;
  const iso = ISO_TIME.exec(line)?.[1]?.replace(' ', 'T');
  if (iso === undefined) return undefined;
  return finite(Date.parse(/(Z|[+-][0-9]{2}:?[0-9]{2})$/.test(iso) ? iso : `${iso}Z`) / 1000);
}

/** The requests of a log in the order of their times: servers write a line when a request ends, not when it came. */
export function parseAccessLog(text: string): { requests: LoggedRequest[]; unreadable: number } {
  const requests: LoggedRequest[] = [];
  let unreadable = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const atSeconds = parseLogTime(line.trim());
    if (atSeconds === undefined) unreadable += 1;
    else requests.push({ line: index + 1, atSeconds });
  }
  return { requests: requests.sort((one, other) => one.atSeconds - other.atSeconds), unreadable };
}
