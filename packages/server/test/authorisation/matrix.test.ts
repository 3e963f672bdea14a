import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCatalogue } from '@titular/contract';
import { routeTable } from '@titular/server/modules.ts';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCamera, Phone } from '../captures/phone.ts';
import { startProcess } from '../processes/process-fixture.ts';
import { newReference } from '../references/reference-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { eventOf, finish, register } from '../webhooks/log-fixture.ts';
import { type Ids, malformedIds, matrix, type Row } from './matrix.ts';
import { makeRoles, type Role } from './roles.ts';

const routes = routeTable({} as never);
const names = routes.map((route) => route.operationId);

type Owner = { merchant: Merchant; ids: Ids; cookie: string };

let directory: string;
let service: TestService;
let production: TestService;
let own: Owner;
let strangers: Record<string, Ids>;
let roles: Role[];

async function newEndpoint(merchant: Merchant): Promise<string> {
  const body = { company: merchant.tenant.companyId, url: 'https://shop.example/webhooks' };
  return String((await merchant.call('createWebhookEndpoint', { body })).body['id']);
}

/** An event with a delivery to an endpoint that nobody reaches. */
async function report(
  home: TestService,
  merchant: Merchant,
): Promise<Pick<Ids, 'endpoint' | 'event' | 'delivery'>> {
  const url = 'https://receiver.invalid/';
  const { endpointId } = await register(home, merchant, url);
  const { id } = await eventOf(merchant, await finish(merchant));
  const { body } = await merchant.call('listDeliveries', { id: endpointId });
  const [delivery] = body['deliveries'] as { id: string }[];
  return { endpoint: endpointId, event: id, delivery: delivery?.id ?? '' };
}

async function newOwner(home: TestService): Promise<Owner> {
  const merchant = await newMerchant(home);
  const { id, attempt, phone } = await openCamera(home, merchant);
  const erased = await merchant.call('eraseIdentity', {
    body: { identity: { key: 'cpf', value: newCpf() } },
  });
  const ids = {
    transaction: id,
    company: merchant.tenant.companyId,
    attempt: attempt.attemptId,
    erasure: String(erased.body['id']),
    process: (await startProcess(merchant)).id,
    spareEndpoint: await newEndpoint(merchant),
    reference: await newReference(merchant, 'a'),
    spareReference: await newReference(merchant, 'b'),
    ...(await report(home, merchant)),
  };
  return { merchant, ids, cookie: phone.cookie ?? '' };
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  const keyFile = join(directory, 'production.key');
  await writeFile(keyFile, randomBytes(32).toString('base64'));
  const env = {
    TITULAR_ENV: 'production',
    TITULAR_PUBLIC_URL: 'https://pay.example',
    TITULAR_MASTER_KEY_FILE: keyFile,
  };
  service = await startTestService();
  production = await startTestService({ env });
  own = await newOwner(service);
  const elsewhere = await newOwner(production);
  const random = (): Ids => ({
    transaction: crypto.randomUUID(),
    company: crypto.randomUUID(),
    attempt: crypto.randomUUID(),
    erasure: crypto.randomUUID(),
    process: crypto.randomUUID(),
    endpoint: crypto.randomUUID(),
    spareEndpoint: crypto.randomUUID(),
    event: crypto.randomUUID(),
    delivery: crypto.randomUUID(),
    reference: crypto.randomUUID(),
    spareReference: crypto.randomUUID(),
  });
  strangers = {
    "another tenant's": (await newOwner(service)).ids,
    "the other environment's": elsewhere.ids,
    'a random': random(),
    'one more random': random(),
  };
  roles = await makeRoles(service, own.merchant.tenant, {
    service: production,
    tenant: elsewhere.merchant.tenant,
  });
});
afterAll(async () => {
  await Promise.all([service.close(), production.close()]);
  await rm(directory, { recursive: true, force: true });
});

const rowOf = (operationId: string): Row => {
  const row = matrix[operationId];
  if (!row) throw new Error(`${operationId} has no row`);
  return row;
};

function addressOf(path: string, ids: Ids, names: Row['names']): string {
  return path
    .replace(':transaction_id', ids.transaction)
    .replace(':attempt_id', ids.attempt)
    .replace(':erasure_id', ids.erasure)
    .replace(':process_id', ids.process)
    .replace(':endpoint_id', names === 'spareEndpoint' ? ids.spareEndpoint : ids.endpoint)
    .replace(':reference_id', names === 'spareReference' ? ids.spareReference : ids.reference)
    .replace(':event_id', ids.event)
    .replace(':delivery_id', ids.delivery)
    .replace(':position', '0')
    .replace(':step', '0')
    .replace(':code', 'x'.repeat(32))
    .replace(':name', 'missing.js');
}

async function call(operationId: string, headers: Record<string, string>, ids: Ids) {
  const route = routes.find((one) => one.operationId === operationId);
  if (!route) throw new Error(`${operationId} is no route`);
  const { names: named, send, query = '' } = rowOf(operationId);
  const { body, type } = send?.(ids) ?? {};
  const response = await fetch(service.url + addressOf(route.path, ids, named) + query, {
    method: route.method,
    headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const code = text.startsWith('{') ? String(JSON.parse(text)['code'] ?? '') : '';
  return { status: response.status, code, text, challenge: response.headers.get('www-authenticate') };
}

const withProof = (proof: Row['proof']): string[] => names.filter((name) => rowOf(name).proof === proof);

test('every route stands in the matrix, and nothing else does (R17, R18)', () => {
  expect(Object.keys(matrix).sort()).toEqual([...names].sort());
});

test('a route is behind an access token exactly where the matrix says so, with the scope it says (R18)', () => {
  for (const route of routes) {
    const row = rowOf(route.operationId);
    expect(route.access === 'token', route.operationId).toBe(row.proof === 'access token');
    expect(route.access === 'token' ? route.scope : undefined, route.operationId).toBe(row.scope);
  }
});

describe('behind an access token (R10, R18)', () => {
  test.each(withProof('access token'))(
    '%s lets in who has its scope, and nobody else',
    async (operationId) => {
      const { scope, answered = [200, ''], afterwards = answered } = rowOf(operationId);
      let expected = answered;
      for (const role of roles) {
        const { status, code, challenge } = await call(operationId, role.headers, own.ids);
        if (scope && role.scopes?.includes(scope)) {
          expect([status, code], role.name).toEqual(expected);
          expected = afterwards;
          continue;
        }
        expect([status, code], role.name).toEqual([403, '40301']);
        const isBearer = /^bearer/i.test(role.headers['authorization'] ?? '');
        const error = role.scopes ? 'insufficient_scope' : 'invalid_token';
        expect(challenge, role.name).toBe(isBearer ? `Bearer error="${error}"` : 'Bearer realm="titular"');
      }
    },
  );
});

describe('with a proof of its own (R10)', () => {
  test.each(withProof('client'))('%s takes no token for client authentication', async (operationId) => {
    for (const role of roles) {
      const { status } = await call(operationId, role.headers, own.ids);
      expect(status, role.name).toBe(401);
    }
  });

  test.each(withProof('page session'))('%s takes a page session, never a token', async (operationId) => {
    for (const role of roles.filter(({ headers }) => !headers['cookie'])) {
      const { status, code } = await call(operationId, role.headers, own.ids);
      expect([status, code], role.name).toEqual([403, '40310']);
    }
    expect((await call(operationId, { cookie: own.cookie }, own.ids)).code).not.toBe('40310');
  });

  test.each(withProof('link code'))('%s takes no access token', async (operationId) => {
    for (const role of roles) {
      const { status, code } = await call(operationId, role.headers, own.ids);
      expect([status, code], role.name).toEqual([403, '40310']);
    }
    const accessToken = own.merchant.token.slice(0, 100);
    expect((await new Phone(service).open({ code: accessToken })).body['code']).toBe('40310');
  });

  test.each(withProof('SDK token'))(
    '%s takes nothing else, and no access token (R10)',
    async (operationId) => {
      for (const role of roles) {
        const { status, code } = await call(operationId, role.headers, own.ids);
        expect([status, code], role.name).toEqual([403, '40320']);
      }
      const body = new URLSearchParams({ token: own.merchant.token, type: 'IFRAME' });
      const response = await fetch(`${service.url}/capture/openings`, { method: 'POST', body });
      expect([response.status, (await response.json()).code]).toEqual([403, '40320']);
    },
  );

  test.each(withProof('webhook signature'))(
    '%s takes the signature of the platform, never a token or a session',
    async (operationId) => {
      for (const role of roles) {
        const { status, code } = await call(operationId, role.headers, own.ids);
        expect([status, code], role.name).toEqual([403, '40330']);
      }
    },
  );

  test.each(withProof('nothing'))('%s tells everybody the same', async (operationId) => {
    const answers = await Promise.all(roles.map((role) => call(operationId, role.headers, own.ids)));
    const [first] = answers;
    for (const { status, code } of answers) expect([status, code]).toEqual([first?.status, first?.code]);
  });
});

const naming = names.filter((name) => rowOf(name).names);
const entitled = (row: Row): Record<string, string> =>
  row.proof === 'page session' ? { cookie: own.cookie } : { authorization: `Bearer ${own.merchant.token}` };

describe("things of others' (R17, R23)", () => {
  test.each(naming)(
    "%s: another tenant's, another environment's and a random id are one to the byte",
    async (operationId) => {
      const row = rowOf(operationId);
      const answers = [];
      for (const [whose, ids] of Object.entries(strangers)) {
        const { status, code, text } = await call(operationId, entitled(row), ids);
        expect([status, code], whose).toEqual(row.unknown);
        answers.push(text);
      }
      expect(new Set(answers).size).toBe(1);
    },
  );

  test.each(naming)('%s: a text that is no id is 400 or 404, never a fault (R32)', async (operationId) => {
    const row = rowOf(operationId);
    for (const malformed of malformedIds) {
      const ids = {
        transaction: malformed,
        company: decodeSoftly(malformed),
        attempt: malformed,
        erasure: malformed,
        process: malformed,
        endpoint: malformed,
        spareEndpoint: malformed,
        event: malformed,
        delivery: malformed,
        reference: malformed,
        spareReference: malformed,
      };
      const { status, code } = await call(operationId, entitled(row), ids);
      expect([400, 404], malformed).toContain(status);
      expect(errorCatalogue, malformed).toHaveProperty(code);
    }
  });

  test("submitFrame 404: a page session reaches no attempt but its own transaction's", async () => {
    const other = await newOwner(service);
    const { status, code } = await call('submitFrame', { cookie: other.cookie }, own.ids);
    expect([status, code]).toEqual([404, '40411']);
  });
});

function decodeSoftly(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
