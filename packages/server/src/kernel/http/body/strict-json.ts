import { Refusal } from '../../base/refusal.ts';

const MAX_DEPTH = 16;
const BYTE_ORDER_MARK = '\uFEFF';
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const numberSources = new WeakMap<object, Map<string, string>>();

/** The text a number was written as, which a double may not keep (`0.10`, 2^53 + 1); undefined when the member was no number. */
export const numberSource = (holder: object, key: string): string | undefined =>
  numberSources.get(holder)?.get(key);

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

type Level = { keys: Set<string> | undefined; expectsKey: boolean };

function noteKey(level: Level, text: string, start: number, end: number): void {
  const written = text.slice(start, end + 1);
  const key: string = written.includes('\\') ? JSON.parse(written) : written.slice(1, -1);
  if (level.keys?.has(key))
    throw new Refusal('40001', `The body gives a name a second time, at character ${start}.`);
  level.keys?.add(key);
  level.expectsKey = false;
}

const tooDeep = (): Refusal => new Refusal('40001', `The body is nested deeper than ${MAX_DEPTH} levels.`);

/** Walks JSON text that is known to be sound and refuses what a parser would silently resolve: a name given twice, or great depth. */
function refuseAmbiguity(text: string): void {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = levels.at(-1);
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (level?.keys && level.expectsKey) noteKey(level, text, at, end);
      at = end;
    } else if (character === '{' || character === '[') {
      levels.push({ keys: character === '{' ? new Set() : undefined, expectsKey: character === '{' });
      if (levels.length > MAX_DEPTH) throw tooDeep();
    } else if (character === '}' || character === ']') {
      levels.pop();
    } else if (character === ',' && level?.keys) {
      level.expectsKey = true;
    }
  }
}

/** What comes before a number that stands in an object or a list; found in a text as well, where it does no harm. */
const MAY_HOLD_NUMBER = /[:,[]\s*-?[0-9]/;

type Reviver = (this: object, key: string, value: unknown) => unknown;

function keepSource(this: object, key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'number' && context?.source !== undefined) {
    const sources = numberSources.get(this) ?? new Map<string, string>();
    numberSources.set(this, sources.set(key, context.source));
  }
  return value;
}

/** With a reviver parsing takes several times as long, so it is given one only where a number may stand. */
const parseKeepingSources = (text: string): unknown =>
  MAY_HOLD_NUMBER.test(text) ? JSON.parse(text, keepSource as Reviver) : JSON.parse(text);

/** What is wrong with a text that is no JSON, as far as the parser tells. */
function notJson(text: string, { message }: Error): Refusal {
  if (text.trim() === '') return new Refusal('40001', 'The body is empty.');
  const [, position] = / in JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message) ?? [];
  return new Refusal('40001', `The body is not JSON${position ? ` from character ${position} on` : ''}.`);
}

function parseObject(bytes: Uint8Array, parse: (text: string) => unknown): object {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new Refusal('40001', 'The body is not UTF-8.');
  }
  if (text.startsWith(BYTE_ORDER_MARK))
    throw new Refusal('40001', 'The body begins with a byte order mark: send UTF-8 without one.');
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    // The reviver goes down the levels by calls: a body that is nested too deep for it is nested too deep for us.
    if (error instanceof RangeError) throw tooDeep();
    throw notJson(text, error as Error);
  }
  refuseAmbiguity(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('40001', 'The body is not a JSON object.');
  }
  return value;
}

/** Parses one JSON object from bytes: fatal UTF-8 without a byte order mark, at most 16 levels, no name twice; else 40001 (RFC 8259). */
export const parseStrictJson = (bytes: Uint8Array): object => parseObject(bytes, parseKeepingSources);

/** The same where nobody asks how a number was written, as in claims. */
export const parseStrictClaims = (bytes: Uint8Array): object => parseObject(bytes, JSON.parse);
