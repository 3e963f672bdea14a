import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { expect, expectTypeOf, test } from 'vitest';
import type * as client from '../src/index.ts';
import type { CreateTransactionRequest, createEventHandler, verifyWebhook } from '../src/index.ts';
import { clientOf } from './scripted-service.ts';

/** What is not looked into: what others have made, and events, which come from the service before they are handed on. */
type Leaf =
  | string
  | ((...given: never[]) => unknown)
  | Date
  | AbortSignal
  | Headers
  | ArrayBuffer
  | Uint8Array
  | client.WebhookEvent;

/** Names of the members, at any depth, that may be left out and still refuse undefined. */
type Refusing<Type> = Type extends Leaf
  ? never
  : Type extends readonly (infer Item)[]
    ? Refusing<Item>
    : Type extends object
      ? {
          [Key in keyof Type]-?:
            | Refusing<Type[Key]>
            | (object extends Pick<Type, Key>
                ? { [Same in Key]: undefined } extends Pick<Type, Key>
                  ? never
                  : Key
                : never);
        }[keyof Type]
      : never;

/** All that the methods of a group are called with. */
type TakenBy<Group> = {
  [Name in keyof Group]: Group[Name] extends (...given: infer Taken) => unknown ? Taken[number] : never;
}[keyof Group];

type Groups = { [Name in keyof client.Titular]: TakenBy<client.Titular[Name]> }[keyof client.Titular];

type Everything =
  | Groups
  | TakenBy<client.Titular>
  | ConstructorParameters<typeof client.Titular>[number]
  | Parameters<typeof verifyWebhook>[number]
  | Parameters<typeof createEventHandler>[number];

test('a member that refuses undefined is found wherever it stands', () => {
  expectTypeOf<Refusing<{ a: number; b: { c?: string }[]; d?: string | undefined }>>().toEqualTypeOf<'c'>();
  expectTypeOf<Refusing<undefined | { e?: { f?: string } }>>().toEqualTypeOf<'e' | 'f'>();
  expectTypeOf<Refusing<client.TransactionSummary>>().toEqualTypeOf<
    'hasIdentityChanged' | 'finishedAt' | 'erasedAt'
  >();
});

test('whatever may be left out of what a program gives may be undefined as well', () => {
  expectTypeOf<client.CreateTransactionRequest>().toExtend<Everything>();
  expectTypeOf<client.ChangeWebhookEndpointRequest>().toExtend<Everything>();
  expectTypeOf<Refusing<Everything>>().toEqualTypeOf<never>();
});

test('what is undefined is not sent', async () => {
  const service = await startScripted();
  const { client: shop } = clientOf(service, { hooks: { onRequest: undefined, onRetry: undefined } });
  const request: CreateTransactionRequest = {
    identity: { key: 'cpf', value: '52998224725' },
    orderNumber: 'order-1',
    company: 'company',
    card: {
      binDigits: '41111111',
      lastDigits: '1111',
      name: 'Maria da Silva',
      expirationDate: undefined,
    },
    redirectUrl: undefined,
    value: undefined,
    additionalInfo: undefined,
  };
  await shop.transactions.create(request, { signal: undefined, scenario: undefined });
  await shop.webhookEndpoints.change('one', { url: undefined, description: null, enabled: undefined });
  expect(service.seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    {
      identity: request.identity,
      orderNumber: 'order-1',
      company: 'company',
      card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' },
    },
    { description: null },
  ]);
});
