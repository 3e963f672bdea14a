import { readFileSync } from 'node:fs';
import { answerSchemaOf, type Contract } from '@titular/cli/commands/agents/documentation/operations.ts';
import { outputSchemaOf } from '@titular/cli/commands/agents/tools/output-schema.ts';
import { resultOf } from '@titular/cli/commands/agents/tools/results.ts';
import { failed } from '@titular/cli/commands/agents/tools/tool.ts';
import { Check } from 'typebox/schema';
import { describe, expect, test } from 'vitest';

const contract = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Contract;
const answered = (body: Record<string, unknown>) => resultOf({ kind: 'done', body }).structured;

/** Every example of a success in the contract, with its operation. */
const examples = Object.values(contract.paths).flatMap((item) =>
  Object.values(item).flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content }]) => {
        const json = (content as Record<string, { examples?: Record<string, { value: unknown }> }>)?.[
          'application/json'
        ];
        return Object.values(json?.examples ?? {}).map(({ value }) => [operationId, value] as const);
      }),
  ),
);

const schemaOf = (operation: string): Record<string, unknown> =>
  outputSchemaOf(answerSchemaOf(contract, operation) ?? {}) as Record<string, unknown>;

describe('what a tool announces of its result', () => {
  test('is kept by every example of the contract as an agent sees it (W17)', () => {
    expect(examples.length).toBeGreaterThan(30);
    const broken = examples
      .filter(([, value]) => typeof value === 'object' && value !== null)
      .filter(([operation, value]) => !Check(schemaOf(operation), answered(value as never)))
      .map(([operation]) => operation);
    expect(broken).toEqual([]);
  });

  test('is kept by a refusal, and not by what is neither (W17)', () => {
    const schema = schemaOf('readTransaction');
    const more = { retryAfterSeconds: 3, requestId: 'r1' };
    expect(Check(schema, failed('42901', 'Too many.', 'Wait.', more).structured)).toBe(true);
    expect(Check(schema, { status: 5 })).toBe(false);
    expect(Check(schema, {})).toBe(false);
  });

  test('lets members, words and events come that a newer service has (W17)', () => {
    const status = { status: 'pondering', hasIdentityChanged: false, newer: { a: [1] } };
    expect(Check(schemaOf('readTransaction'), status)).toBe(true);
    const lists = examples.filter(([operation]) => operation === 'listEvents');
    const [event] = lists.flatMap(([, list]) => (list as { events: object[] }).events);
    const list = { events: [{ ...event, type: 'moon.rose' }], cursor: 'c', hasMore: false };
    expect(Check(schemaOf('listEvents'), list)).toBe(true);
  });

  test('is kept by texts of users that grew, because what was unseen in them is shown (W17)', () => {
    const [, list] = examples.find(([operation]) => operation === 'listTransactions') ?? [];
    const { transactions } = list as { transactions: object[] };
    const orderNumber = '\u{e0041}'.repeat(100);
    const hidden = answered({ transactions: [{ ...transactions[0], orderNumber }] });
    expect(Check(schemaOf('listTransactions'), hidden)).toBe(true);
  });
});
