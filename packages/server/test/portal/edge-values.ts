/** A schema as far as values are made of it (JSON Schema 2020-12). */
export type Shape = {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Shape[];
  properties?: Readonly<Record<string, Shape>>;
  required?: readonly string[];
  items?: Shape;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

/** Chooses one of some values by a number that goes on with each choice. */
export type Chooser = <Value>(values: readonly Value[]) => Value;

/** Makes a chooser that goes through its values in another order for each seed. */
export function createChooser(seed: number): Chooser {
  let state = seed * 2_654_435_761 + 1;
  return (values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[(state >>> 8) % values.length] as (typeof values)[number];
  };
}

const TIMES = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '1969-12-31T23:59:59.999Z',
  '2026-02-30T00:00:00Z',
  '2026-03-29T02:30:00+02:00',
  '2026-11-29T12:00:00.123456789Z',
  '9999-12-31T23:59:59-14:00',
];

const TEXTS = [
  'a',
  '=1+1',
  '\u0000',
  'x\u202Ey',
  '\u{1F980}\u{1F9FF}',
  '\uD800',
  "'; DROP TABLE users; --",
  '%_\\',
  '   ',
  '\n\t',
  '5200000000000007',
  'é'.normalize('NFD'),
  '\u05E9\u05DC\u05D5\u05DD',
  '__proto__',
];

const IDS = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '019AA3C9-7E21-7B0B-8A3E-1D2C3B4A5F0B',
];

function textOf(
  { format, pattern, minLength = 0, maxLength = 200 }: Shape,
  choose: Chooser,
  ids: readonly string[],
) {
  if (format === 'uuid') return choose([...IDS, ...ids]);
  if (format === 'date-time') return choose(TIMES);
  const fitted = [...TEXTS, 'x'.repeat(maxLength), '\u{1F980}'.repeat(maxLength)].map((text) =>
    text.padEnd(minLength, 'x'),
  );
  const form = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const fitting = form ? fitted.filter((text) => form.test(text)) : fitted;
  return choose(fitting.length > 0 ? fitting : TEXTS);
}

const numberOf = ({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Shape, choose: Chooser): number =>
  choose([minimum, maximum, Math.min(maximum, minimum + 1)]);

/** A value at the edges of its schema: within its form for the most part, and odd in all that the form leaves open. */
export function edgeValue(shape: Shape, choose: Chooser, ids: readonly string[]): unknown {
  const { type, anyOf, enum: words, properties = {}, required = [], items } = shape;
  if ('const' in shape) return shape.const;
  if (words) return choose(words);
  if (anyOf) return edgeValue(choose(anyOf), choose, ids);
  if (type === 'string') return textOf(shape, choose, ids);
  if (type === 'integer' || type === 'number') return numberOf(shape, choose);
  if (type === 'boolean') return choose([true, false]);
  if (type === 'array') {
    const { minItems = 0, maxItems = 3 } = shape;
    const length = choose([minItems, Math.min(maxItems, minItems + 2)]);
    return Array.from({ length }, () => edgeValue(items ?? {}, choose, ids));
  }
  const kept = Object.entries(properties).filter(
    ([name]) => required.includes(name) || choose([true, false]),
  );
  return Object.fromEntries(kept.map(([name, inner]) => [name, edgeValue(inner, choose, ids)]));
}
