import { type PortalOperationName, portalCalls, portalOperations } from '@titular/contract';
import { startTestService, type TestService } from '@titular/test-kit';
import { addMember, addOperator, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { register } from '../webhooks/log-fixture.ts';
import { createChooser, edgeValue, type Shape } from './edge-values.ts';

/** Bodies of each call. */
const TRIES = 8;

let service: TestService;
let merchant: Merchant;
let ids: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  const { endpointId } = await register(service, merchant, 'http://127.0.0.1:9/');
  const member = await addMember(service, merchant.tenant.tenantId, { role: 'viewer' });
  const created = await merchant.create();
  ids = {
    tenant_id: merchant.tenant.tenantId,
    company_id: merchant.tenant.companyId,
    endpoint_id: endpointId,
    user_id: member.userId,
    transaction_id: String(created.body['id']),
  };
}, 360_000);
afterAll(() => service?.close());

/** Calls whose body may have more than one form. */
const bodied = (Object.keys(portalCalls) as PortalOperationName[]).filter((name) => {
  const { access } = portalOperations[name];
  const shape = portalCalls[name].body as Shape | undefined;
  const isEmpty = shape?.properties !== undefined && Object.keys(shape.properties).length === 0;
  return shape !== undefined && !isEmpty && access !== 'anybody' && access !== 'receiver';
});

type Kind = 'operator' | 'reviewer' | 'admin';
const people = new Map<Kind, PasskeyPerson>();

const kindOf = (name: PortalOperationName): Kind =>
  portalOperations[name].access === 'deployment:manage'
    ? 'operator'
    : name.includes('Picture')
      ? 'reviewer'
      : 'admin';

/** Whoever may make a call, signed in. */
async function personFor(kind: Kind): Promise<PasskeyPerson> {
  const person =
    people.get(kind) ??
    (kind === 'operator'
      ? await addOperator(service)
      : await addMember(service, merchant.tenant.tenantId, { role: kind }));
  people.set(kind, person);
  return person;
}

test.each(bodied)(
  '%s answers values at the edges of its schema, and never with a fault (R26)',
  async (name) => {
    const params = Object.fromEntries(
      [...portalOperations[name].path.matchAll(/:([a-z_]+)/g)].map(([, one = '']) => [
        one,
        ids[one] ?? crypto.randomUUID(),
      ]),
    );
    for (let seed = 0; seed < TRIES; seed += 1) {
      const body = edgeValue(portalCalls[name].body as Shape, createChooser(seed), Object.values(ids));
      const { browser } = await personFor(kindOf(name));
      const reply = await browser.send(name, { params, body } as never);
      // A call may end the session: the next one is of somebody else.
      if ((reply.body as { code?: string } | null)?.code === '40340') people.delete(kindOf(name));
      expect(reply.status, JSON.stringify([body, reply.body])).toBeLessThan(500);
    }
  },
);
