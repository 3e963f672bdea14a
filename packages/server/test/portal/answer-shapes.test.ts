import { portalCalls } from '@titular/contract';
import { expect, test } from 'vitest';

type Shape = {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  additionalProperties?: unknown;
  patternProperties?: unknown;
};

/** Paths of objects without a property of which a serialiser that goes by the schema sends nothing. */
function emptyObjects(shape: Shape, path: string): string[] {
  const { type, properties, items, anyOf = [], additionalProperties, patternProperties } = shape;
  const isBare = type === 'object' && properties === undefined && patternProperties === undefined;
  return [
    ...(isBare && additionalProperties !== true ? [path] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => emptyObjects(inner, `${path}.${name}`)),
    ...(items ? emptyObjects(items, `${path}[]`) : []),
    ...anyOf.flatMap((inner) => emptyObjects(inner, path)),
  ];
}

test('no answer of the portal has an object that would be sent empty, as keys of receipts once were', () => {
  const answers = Object.entries(portalCalls).map(([name, { answer }]) => [name, answer as Shape] as const);
  expect(answers.length).toBeGreaterThan(30);
  expect(answers.flatMap(([name, answer]) => emptyObjects(answer, name))).toEqual([]);
});
