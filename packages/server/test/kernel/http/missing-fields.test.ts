import {
  formInWords,
  missingFields,
  missingSentence,
} from '@titular/server/kernel/http/body/missing-fields.ts';
import { routeTable } from '@titular/server/modules.ts';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';

const asked = routeTable({} as never).flatMap((route) =>
  [route.bodySchema, route.querySchema].flatMap((schema) =>
    schema ? [[route.operationId, schema] as const] : [],
  ),
);

describe('what is missing is told at once', () => {
  test.each(asked)('%s: every field that it needs, each with its form (C11)', (_operation, schema) => {
    const missing = missingFields(schema, {});
    const sentence = missingSentence(schema, {});
    if (missing.length === 0) expect(sentence).toBeUndefined();
    for (const field of missing) {
      expect(formInWords(field.schema)).not.toBe('');
      expect(sentence).toContain(field.path);
      expect(sentence).toContain(formInWords(field.schema));
    }
  });

  const schema = Type.Object({
    card: Type.Object({
      binDigits: Type.String({ description: 'The first 8 digits of the card. Never more.' }),
      lastDigits: Type.String({ description: 'The last 4 digits of the card.' }),
    }),
    orderNumber: Type.Union([Type.String(), Type.Integer()]),
    info: Type.Optional(Type.Object({ id: Type.String({ format: 'uuid' }) })),
  });

  test.each([
    [
      { orderNumber: 1, card: { lastDigits: '1' } },
      'card.binDigits is missing: the first 8 digits of the card, as text.',
    ],
    [
      { orderNumber: 1 },
      'Missing: card.binDigits: the first 8 digits of the card, as text; card.lastDigits: the last 4 digits of the card, as text.',
    ],
    [{ card: { binDigits: 1, lastDigits: 2 } }, 'orderNumber is missing: as text or as a whole number.'],
    [
      { orderNumber: 1, card: { binDigits: 1, lastDigits: 2 }, info: {} },
      'info.id is missing: a UUID as text.',
    ],
    [
      { order_number: 1, card: { binDigits: 1, lastDigits: 2 } },
      'orderNumber (not order_number) is missing: as text or as a whole number.',
    ],
    [
      { ordernumber: 1, card: { BinDigits: 1, lastDigits: 2 } },
      'Missing: card.binDigits (not BinDigits): the first 8 digits of the card, as text; orderNumber (not ordernumber): as text or as a whole number.',
    ],
    [{ orderNumber: 1, card: { binDigits: 1, lastDigits: 2 } }, undefined],
  ])('of %j: %s', (given, sentence) => {
    expect(missingSentence(schema, given)).toBe(sentence);
  });

  test('of alternatives the one that was meant tells what it lacks', () => {
    const either = Type.Union([
      Type.Object({ kind: Type.Literal('basic'), user: Type.String(), password: Type.String() }),
      Type.Object({ kind: Type.Literal('key'), key: Type.String() }),
    ]);
    expect(missingFields(either, { kind: 'basic' }).map(({ path }) => path)).toEqual(['user', 'password']);
    expect(missingFields(either, { kind: 'other' })).toEqual([]);
  });
});
