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

/** What an entry changed, value by value: what was there before, then what is new; what stayed comes last. */
export function toEntryLines(before: string | undefined, after: string | undefined): EntryLine[] {
  const [was, is] = [parse(before), parse(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const lines = fields.map((field): EntryLine => {
    const old = Object.hasOwn(was, field) ? { before: say(was[field]) } : {};
    const now = Object.hasOwn(is, field) ? { after: say(is[field]) } : {};
    return { field, ...old, ...now, isChanged: JSON.stringify(was[field]) !== JSON.stringify(is[field]) };
  });
  return [...lines.filter(({ isChanged }) => isChanged), ...lines.filter(({ isChanged }) => !isChanged)];
}
