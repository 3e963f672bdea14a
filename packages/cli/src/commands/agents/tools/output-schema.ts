import { SECRET_MEMBERS } from './results.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Rules of texts that a text of a user may break once what is unseen in it is shown, or its query is left out. */
const RULES_OF_TEXTS = ['pattern', 'format', 'minLength', 'maxLength'];

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

/** Words and kinds that are known, beside those of a newer service: agents check results, and would refuse its own. */
function letOthersCome(schema: JsonSchema): JsonSchema {
  const { enum: words, const: word, anyOf, description } = schema;
  if (words !== undefined || word !== undefined) {
    const [first] = Array.isArray(words) ? words : [word];
    const known = words === undefined ? { const: word } : { enum: words };
    return { ...(description ? { description } : {}), anyOf: [known, { type: typeof first }] };
  }
  const isOfObjects = Array.isArray(anyOf) && anyOf.some((one) => one?.type === 'object');
  return isOfObjects ? { ...schema, anyOf: [...anyOf, { type: 'object' }] } : schema;
}

function showableObject({ properties, required, ...rest }: JsonSchema): JsonSchema {
  if (!isSchema(properties)) return rest;
  const kept = Object.entries(properties).filter(([name]) => !SECRET_MEMBERS.has(name));
  const names = Array.isArray(required) ? required.filter((name) => !SECRET_MEMBERS.has(name)) : [];
  return {
    ...rest,
    properties: Object.fromEntries(kept.map(([name, one]) => [name, showableSchema(one)])),
    ...(names.length > 0 ? { required: names } : {}),
  };
}

/** The schema of a value as `showable` leaves it. */
function showableSchema(schema: unknown): JsonSchema {
  if (!isSchema(schema)) return {};
  const { items, anyOf, additionalProperties, ...rest } = schema;
  const own = Object.entries(rest).filter(([name]) => !RULES_OF_TEXTS.includes(name));
  return letOthersCome({
    ...showableObject(Object.fromEntries(own)),
    ...(items === undefined ? {} : { items: showableSchema(items) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(showableSchema) } : {}),
    ...(isSchema(additionalProperties) ? { additionalProperties: showableSchema(additionalProperties) } : {}),
  });
}

const text = { type: 'string' };

/** What `failed` returns. */
const REFUSAL: JsonSchema = {
  type: 'object',
  description: 'Why it was not done, and what to do.',
  properties: {
    ...{ code: text, message: text, remedy: text },
    ...{ retryAfterSeconds: { type: 'number' }, requestId: text },
  },
  required: ['code', 'message', 'remedy'],
};

/** What a tool announces: its answer as an agent sees it, or a refusal. */
export const outputSchemaOf = (answer: object): JsonSchema => ({
  type: 'object',
  anyOf: [showableSchema(answer), REFUSAL],
});
