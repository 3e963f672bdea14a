import { routeTable } from '@titular/server/modules.ts';
import { expect, test } from 'vitest';

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: boolean;
};

/** Paths of all objects in a schema that leave room for fields nobody wrote down. */
function openObjects(schema: Schema, path: string): string[] {
  const own = schema.type === 'object' && schema.additionalProperties !== false ? [path] : [];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    openObjects(one, `${path}.${name}`),
  );
  const others = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [...own, ...inner, ...others.flatMap((one) => openObjects(one, path))];
}

test.each(
  routeTable({} as never).flatMap((route) =>
    Object.entries(route.responses).map(([status, schema]) => [route.operationId, status, schema] as const),
  ),
)(
  '%s %s documents every field of its answer, and has room for no other (R22)',
  (operationId, status, schema) => {
    if (typeof schema === 'string') expect(['text', 'binary']).toContain(schema);
    else expect(openObjects(schema as Schema, `${operationId} ${status}`)).toEqual([]);
  },
);
