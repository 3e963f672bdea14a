import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Merchant, newMerchant } from '../transactions/api.ts';
import { newReference, newReferenceBody, referenceRequest } from './reference-fixture.ts';

const unknownId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

type Call = (one: Merchant, id?: string) => Promise<Answer>;

const create: Call = (one) => one.call('createFaceReference', { body: referenceRequest() });
const read: Call = (one, id = unknownId) => one.call('readFaceReference', { id });
const withdraw: Call = (one, id = unknownId) => one.call('deleteFaceReference', { id });

const look: Call = (one, id = unknownId) =>
  one.call('readReferencePhotograph', { id, params: { position: '1' }, query: { reason: 'ticket 4711' } });

const ON_ONE = [
  ['readFaceReference', read],
  ['deleteFaceReference', withdraw],
] as const;
const BY_ID = [...ON_ONE, ['readReferencePhotograph', look]] as const;
const ALL = [['createFaceReference', create], ...BY_ID] as const;

describe('the operations on references', () => {
  test('createFaceReference 200: enrols a face', async () => {
    const { status, body } = await merchant.call('createFaceReference', {
      body: await newReferenceBody('a'),
    });
    expect([status, body['faces']]).toEqual([200, 1]);
  });

  test.each(ON_ONE)('%s 200: a reference of the tenant, in any case of its id', async (_, call) => {
    const one = await newMerchant(service);
    const id = await newReference(one, 'b');
    const { status, body } = await call(one, id.toUpperCase());
    expect([status, body['id']]).toEqual([200, id]);
  });

  test('createFaceReference 400: a photograph that is none is named', async () => {
    const { status, body } = await create(merchant);
    expect([status, body['code']]).toEqual([400, '40080']);
    expect(body['message']).toMatch(/^photographs\[0\]/);
  });

  test.each(BY_ID)('%s 400: a text that is no id is refused with 40006 (R32)', async (_, call) => {
    for (const text of ['nonsense', `${unknownId}.`, '%00'])
      expect((await call(merchant, text)).body['code']).toBe('40006');
  });

  test.each(ALL)('%s 403: needs its scope (R11)', async (_, call) => {
    const none = await newMerchant(service, { scopes: ['transactions:write', 'persons:erase'] });
    const { status, body } = await call(none);
    expect([status, body['code']]).toEqual([403, '40301']);
  });

  test.each(BY_ID)(
    '%s 404: one of another tenant is as unknown as a random one, to the byte (R17)',
    async (_, call) => {
      const other = await newMerchant(service);
      const foreign = await call(merchant, await newReference(other, 'c'));
      const random = await call(merchant);
      expect([foreign.status, foreign.body['code']]).toEqual([404, '40413']);
      expect(foreign.text).toBe(random.text);
    },
  );
});
