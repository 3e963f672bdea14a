/** One value of an entry, before and after. */
export type EntryLine = {
  field: string;
  before?: string;
  after?: string;
  isChanged: boolean;
  /** The value was proposed or tried alone: the entry put it in force nowhere. */
  only?: 'proposed' | 'tried';
};

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (text: string | undefined): Values => {
  const value: unknown = text === undefined ? {} : JSON.parse(text);
  return isObject(value) ? value : { '': value };
};

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

function say(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain)) return value.map(say).join(', ');
  return JSON.stringify(value, null, 2);
}

/** A change that somebody proposed, with texts as `settings set` takes them. */
type ProposedChange = { name: string; seen: string; value: string };

const isProposed = (value: unknown): value is ProposedChange =>
  isObject(value) && [value['name'], value['seen'], value['value']].every((text) => typeof text === 'string');

/** What an entry holds beside proposed changes, which are lines of their own. */
function splitProposed(values: Values): { proposed: ProposedChange[]; rest: Values } {
  const { changes, ...rest } = values;
  if (!Array.isArray(changes) || !changes.every(isProposed)) return { proposed: [], rest: values };
  return { proposed: changes, rest };
}

/** What an entry holds beside values of settings that somebody tried, which are lines of their own. */
function splitTried(values: Values): { tried: Values; rest: Values } {
  const { tried, ...rest } = values;
  return isObject(tried) ? { tried, rest } : { tried: {}, rest: values };
}

/** The lines of values before and after. */
const linesOf = (was: Values, is: Values, sayValue: (field: string, value: unknown) => string): EntryLine[] =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])].map((field) => {
    const old = Object.hasOwn(was, field) ? { before: sayValue(field, was[field]) } : {};
    const now = Object.hasOwn(is, field) ? { after: sayValue(field, is[field]) } : {};
    return { field, ...old, ...now, isChanged: JSON.stringify(was[field]) !== JSON.stringify(is[field]) };
  });

/** Says a value of a field in words; undefined where the field is said as it stands. */
export type SayField = (field: string, value: unknown) => string | undefined;

/** What an entry changed, value by value: what was there before, then what is new; what stayed comes last. */
export function toEntryLines(
  before: string | undefined,
  after: string | undefined,
  sayField: SayField = () => undefined,
): EntryLine[] {
  const sayValue = (field: string, value: unknown): string => sayField(field, value) ?? say(value);
  const [{ proposed: replaced, rest: left }, { proposed, rest: right }] = [
    splitProposed(parse(before)),
    splitProposed(parse(after)),
  ];
  const [{ tried: triedBefore, rest: was }, { tried, rest: is }] = [splitTried(left), splitTried(right)];
  const changes = [...replaced, ...proposed].map(
    ({ name, seen, value }): EntryLine => ({
      ...{ field: name, before: sayValue(name, seen), after: sayValue(name, value), isChanged: true },
      only: 'proposed',
    }),
  );
  const tries = linesOf(triedBefore, tried, sayValue).map((line): EntryLine => ({ ...line, only: 'tried' }));
  const lines = [...changes, ...tries, ...linesOf(was, is, sayValue)];
  return [...lines.filter(({ isChanged }) => isChanged), ...lines.filter(({ isChanged }) => !isChanged)];
}
