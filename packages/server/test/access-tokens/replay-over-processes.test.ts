import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JWT_BEARER_GRANT } from '@titular/contract';
import type { Demo } from '@titular/server/start/seed-demo.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import {
  readDemo,
  type ServiceProcess,
  serviceEnvironment,
  startServiceProcess,
} from '@titular/test-kit/service-process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedWith, signJws } from './assertions.ts';

const START_TIMEOUT_MS = 60_000;
const ORDER_OF_P256 = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

let environment: Record<string, string>;
let demo: Demo;
let pair: [ServiceProcess, ServiceProcess];
let removeFixture: () => Promise<unknown>;
const instances: ServiceProcess[] = [];

async function startInstance(): Promise<ServiceProcess> {
  const instance = await startServiceProcess(environment);
  instances.push(instance);
  return instance;
}

const startPair = async (): Promise<[ServiceProcess, ServiceProcess]> => [
  await startInstance(),
  await startInstance(),
];
const killPair = () => Promise.all(pair.map((instance) => instance.kill()));

beforeAll(async () => {
  const database = await cloneDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'titular-replay-'));
  removeFixture = () => rm(directory, { recursive: true, force: true }).then(database.drop);
  environment = serviceEnvironment(database.connectionString, directory);
  pair = await startPair();
  demo = await readDemo(directory);
}, 2 * START_TIMEOUT_MS);
afterAll(async () => {
  await Promise.allSettled(instances.map((instance) => instance.kill()));
  await removeFixture();
});

/** An assertion of the demo's account; the same claims signed again give another signature. */
function signClaims(claims: object): string {
  const privateKey = createPrivateKey(demo.privateKey);
  const key = { keyId: demo.keyId, algorithm: 'ES256', privateKey } as const;
  return signJws({ alg: 'ES256', kid: demo.keyId }, claims, key);
}

function newClaims(changes: object = {}) {
  const iat = Math.floor(Date.now() / 1000);
  const iss = `${demo.account}@${demo.tenantId}.${new URL(demo.issuer).host}`;
  const jti = crypto.randomUUID();
  return { iss, sub: iss, aud: demo.issuer, iat, exp: iat + 300, jti, ...changes };
}

const present = ({ url }: ServiceProcess, assertion: string): Promise<Response> =>
  fetch(`${url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: JWT_BEARER_GRANT, assertion }),
  });

/** Presents all at once, in turn to each instance, and gives `granted` or the sub-code of each answer. */
const presentAll = (assertions: readonly string[]): Promise<string[]> =>
  Promise.all(
    assertions.map(async (assertion, index) => {
      const response = await present(pair[index % 2 ? 1 : 0], assertion);
      if (response.status !== 200) return (await refusedWith(response))[1];
      await response.arrayBuffer();
      return 'granted';
    }),
  );

function flipS(assertion: string): string {
  const [header, claims, signature = ''] = assertion.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const flipped = ORDER_OF_P256 - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
  const twin = Buffer.concat([
    bytes.subarray(0, 32),
    Buffer.from(flipped.toString(16).padStart(64, '0'), 'hex'),
  ]);
  return `${header}.${claims}.${twin.toString('base64url')}`;
}

const pad = (segment: string): string => segment.padEnd(Math.ceil(segment.length / 4) * 4, '=');

// 64 bytes leave four bits of the last letter unused: the next letter of the alphabet decodes to the same bytes.
const turnUnusedBit = (assertion: string): string =>
  assertion.slice(0, -1) + String.fromCharCode(assertion.charCodeAt(assertion.length - 1) + 1);

const SPELLINGS: readonly ((assertion: string) => string)[] = [
  (assertion) => `${assertion}==`,
  (assertion) => assertion.split('.').map(pad).join('.'),
  (assertion) => `${assertion}=`,
  (assertion) => ` ${assertion}`,
  (assertion) => `${assertion}\n`,
  (assertion) => assertion.replaceAll('-', '+').replaceAll('_', '/').concat('=='),
  (assertion) => pad(flipS(assertion)),
  turnUnusedBit,
];

test('issueToken 200: 25 different assertions at once over two processes are all granted (R6)', async () => {
  const assertions = Array.from({ length: 25 }, () => signClaims(newClaims()));
  expect(await presentAll(assertions)).toEqual(assertions.map(() => 'granted'));
});

test(
  'issueToken 400: of one assertion 50 times at once over two processes one is granted, and after a kill -9 of both it is still used, in every spelling (R6)',
  async () => {
    const used = [newClaims(), newClaims({ jti: undefined })].map((claims) => ({
      claims,
      assertion: signClaims(claims),
    }));
    for (const { assertion } of used) {
      const outcomes = await presentAll(Array.from({ length: 50 }, () => assertion));
      expect(outcomes.sort()).toEqual([...Array.from({ length: 49 }, () => 'assertion_reused'), 'granted']);
    }
    await killPair();
    pair = await startPair();
    const [restarted] = pair;
    for (const { claims, assertion } of used) {
      for (const same of [assertion, flipS(assertion), signClaims(claims)])
        expect(await refusedWith(await present(restarted, same))).toEqual([400, 'assertion_reused']);
      for (const spell of SPELLINGS) {
        const [status, subCode] = await refusedWith(await present(restarted, spell(assertion)));
        expect([status, ['assertion_reused', 'assertion_malformed'].includes(subCode)]).toEqual([400, true]);
      }
    }
    expect((await present(restarted, flipS(signClaims(newClaims())))).status).toBe(200);
  },
  4 * START_TIMEOUT_MS,
);

test(
  'issueToken 400: a kill -9 in the midst of 50 presentations never leads to a second grant (R6)',
  async () => {
    const assertion = signClaims(newClaims());
    const statuses: number[] = [];
    const presentations = Array.from({ length: 50 }, async (_, index) => {
      const response = await present(pair[index % 2 ? 1 : 0], assertion);
      statuses.push(response.status);
      await response.arrayBuffer();
    });
    await Promise.any(presentations);
    await killPair();
    await Promise.allSettled(presentations);
    pair = await startPair();
    for (const instance of [...pair, ...pair]) {
      const response = await present(instance, assertion);
      statuses.push(response.status);
      await response.arrayBuffer();
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(statuses.slice(-3)).toEqual([400, 400, 400]);
  },
  4 * START_TIMEOUT_MS,
);
