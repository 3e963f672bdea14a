/** One value of an entry, before and after. */
export type EntryLine = { field: string; before?: string; after?: string; isChanged: boolean };

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

/** Values with those of settings that somebody tried beside the others. */
function parseTried(text: string | undefined): Values {
  const { tried, ...rest } = parse(text);
  return isObject(tried) ? { ...tried, ...rest } : { ...rest, ...(tried === undefined ? {} : { tried }) };
}

/** Says a value of a field in words; undefined where the field is said as it stands. */
export type SayField = (field: string, value: unknown) => string | undefined;

/** What an entry changed, value by value: what was there before, then what is new; what stayed comes last. */
export function toEntryLines(
  before: string | undefined,
  after: string | undefined,
  sayField: SayField = () => undefined,
): EntryLine[] {
  const sayValue = (field: string, value: unknown): string => sayField(field, value) ?? say(value);
  const [{ proposed: replaced, rest: was }, { proposed, rest: is }] = [
    splitProposed(parseTried(before)),
    splitProposed(parseTried(after)),
  ];
  const changes = [...replaced, ...proposed].map(
    ({ name, seen, value }): EntryLine => ({
      ...{ field: name, before: sayValue(name, seen), after: sayValue(name, value), isChanged: true },
    }),
  );
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const values = fields.map((field): EntryLine => {
    const old = Object.hasOwn(was, field) ? { before: sayValue(field, was[field]) } : {};
    const now = Object.hasOwn(is, field) ? { after: sayValue(field, is[field]) } : {};
    return { field, ...old, ...now, isChanged: JSON.stringify(was[field]) !== JSON.stringify(is[field]) };
  });
  const lines = [...changes, ...values];
  return [...lines.filter(({ isChanged }) => isChanged), ...lines.filter(({ isChanged }) => !isChanged)];
}
