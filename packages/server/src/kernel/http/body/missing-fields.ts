/** The parts of a JSON schema that say what an object needs. */
export type FieldSchema = {
  type?: string;
  description?: string;
  examples?: readonly unknown[];
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly FieldSchema[];
  required?: readonly string[];
  properties?: Readonly<Record<string, FieldSchema>>;
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'as text',
  integer: 'as a whole number',
  number: 'as a number',
  boolean: 'true or false',
  array: 'as a list',
  object: 'as an object',
  null: 'null',
};

const MAX_NAMED = 20;

const wordsOf = (schema: FieldSchema): readonly unknown[] | undefined => {
  if (schema.enum) return schema.enum;
  const constants = schema.anyOf?.map((one) => one.const) ?? [schema.const];
  return constants.includes(undefined) ? undefined : constants;
};

/** The type in words; alternatives are parted by `or`. */
function typeInWords(schema: FieldSchema): string {
  const words = wordsOf(schema);
  if (words) return words.length === 1 ? `always ${words[0]}` : `one of ${words.join(', ')}`;
  if (schema.format === 'uuid') return 'a UUID as text';
  const types = new Set((schema.anyOf ?? [schema]).map(({ type = '' }) => TYPES[type] ?? ''));
  return [...types].filter(Boolean).join(' or ');
}

/** `First 8 digits of the card.` as it stands behind a colon; words in capitals stay. */
function firstSentence({ description = '' }: FieldSchema): string {
  const [sentence = ''] = description.split(/(?<=[^.])\.(?:\s|$)|[;\n]/);
  return sentence.replace(/^(\p{Lu})(?=\p{Ll}*(?:[ ,]|$))/u, (first) => first.toLowerCase());
}

/** What a field takes, in words that stand behind its name and a colon. */
export const formInWords = (schema: FieldSchema): string =>
  [firstSentence(schema), typeInWords(schema)].filter(Boolean).join(', ');

/** The words behind a field's name that say what a text of a certain form must be; undefined where its schema has neither words nor an example. */
export function mustInWords(schema: FieldSchema): string | undefined {
  const words = firstSentence(schema);
  const [example] = schema.examples ?? [];
  const isNoun = /^(an? |the |\d)/.test(words);
  if (example === undefined)
    return (words && (isNoun ? `must be ${words}` : `must be as documented: ${words}`)) || undefined;
  if (isNoun) return `must be ${words}, such as ${String(example)}`;
  return `must look like ${String(example)}${words && `: ${words}`}`;
}

/** A field that is missing, and the name that was probably sent for it. */
type Missing = { path: string; schema: FieldSchema; sent: string | undefined };

const foldName = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, '');

/** Whether a name is another spelling of a field's: `order_number` and `OrderNumber` of `orderNumber`. */
export const isSpelling = (sent: string, name: string): boolean =>
  sent !== name && foldName(sent) === foldName(name);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of alternatives that differ by a constant, the one that was meant. */
const chosen = (schema: FieldSchema, value: Readonly<Record<string, unknown>>): FieldSchema | undefined => {
  if (schema.properties) return schema;
  return schema.anyOf?.find(({ properties = {} }) =>
    Object.entries(properties).some(([name, { const: word }]) => word !== undefined && value[name] === word),
  );
};

/** Every field that is needed and not there, with those inside of an object that is not there itself. */
export function missingFields(schema: FieldSchema, value: unknown, path = ''): Missing[] {
  const given = isObject(value) ? value : {};
  const { properties = {}, required = [] } = chosen(schema, given) ?? {};
  return Object.entries(properties).flatMap(([name, field]) => {
    const at = path ? `${path}.${name}` : name;
    const isGiven = Object.hasOwn(given, name);
    const isNested = (isGiven && isObject(given[name])) || (!isGiven && field.properties !== undefined);
    const inside =
      isNested && (isGiven || required.includes(name)) ? missingFields(field, given[name], at) : [];
    if (inside.length > 0 || isGiven || !required.includes(name)) return inside;
    const sent = Object.keys(given).find((other) => isSpelling(other, name));
    return [{ path: at, schema: field, sent }];
  });
}

/** What was sent in the place of a field; names count to the letter. */
const sentInstead = ({ sent }: Missing): string => (sent === undefined ? '' : ` (not ${sent})`);

const describe = (missing: Missing): string => {
  const form = formInWords(missing.schema);
  return `${missing.path}${sentInstead(missing)}${form ? `: ${form}` : ''}`;
};

/** One sentence that names every field that is missing, each with its form; undefined when none is. */
export function missingSentence(schema: FieldSchema, value: unknown): string | undefined {
  const missing = missingFields(schema, value).slice(0, MAX_NAMED);
  const [first] = missing;
  if (!first) return undefined;
  const form = formInWords(first.schema);
  if (missing.length === 1) return `${first.path}${sentInstead(first)} is missing${form ? `: ${form}` : ''}.`;
  return `Missing: ${missing.map(describe).join('; ')}.`;
}
