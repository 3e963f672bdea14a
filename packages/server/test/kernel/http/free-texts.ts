import { routeTable } from '@titular/server/modules.ts';

type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
};

const SPELLED = ['4000056655665556', '4000-0566-5566-5556', '4000 0566 5566 5556', 'a4000056655665556'];
const MIN_NUMBER = 13;

/** Whether a schema takes a text that a card number fits in. */
function isFree({ type, const: only, enum: words, format, pattern, maxLength }: Schema): boolean {
  if (type !== 'string' || only !== undefined || words !== undefined || format !== undefined) return false;
  if (maxLength !== undefined && maxLength < MIN_NUMBER) return false;
  return pattern === undefined || SPELLED.some((text) => new RegExp(pattern, 'u').test(text));
}

function membersOf(schema: Schema | undefined, name: string): string[] {
  if (!schema) return [];
  return [
    ...(isFree(schema) ? [name] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) =>
      membersOf(one, name ? `${name}.${key}` : key),
    ),
    ...(schema.anyOf ?? []).flatMap((one) => membersOf(one, name)),
    ...membersOf(schema.items, `${name}[]`),
  ];
}

/** Every text of every request that a card number fits in, as `operation member`. */
export function freeTexts(): string[] {
  const all = routeTable({} as never).flatMap((route) => {
    const { bodySchema, querySchema, formSchema, signedSchema, headerParameters = [] } = route;
    const schemas = [bodySchema, querySchema, formSchema, signedSchema] as (Schema | undefined)[];
    const headers = headerParameters.map(({ name, pattern }) => ({
      name,
      schema: { type: 'string', pattern },
    }));
    return [
      ...schemas.flatMap((schema) => membersOf(schema, '')),
      ...headers.flatMap(({ name, schema }) => membersOf(schema, name)),
    ].map((member) => `${route.operationId} ${member}`);
  });
  return [...new Set(all)].sort();
}
