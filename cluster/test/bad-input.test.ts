import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newMerchant } from '../../packages/server/test/transactions/api.ts';
import { API, cardOf, fetchToken } from '../src/load/requests.ts';
import { openStage } from '../src/stage/children.ts';
import { sendRaw, tryAddresses, tryContract, tryTable } from '../src/torture/input/bad-input.ts';
import { addressesOf, HTTP, SOUND_HTTP } from '../src/torture/input/corpora.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('of raw HTTP the service takes the sound request, whatever its letters, and none of the corpus (R75)', async () => {
  const { tenant } = await newMerchant(service);
  const token = await fetchToken(service.url, tenant);
  let orders = 0;
  const send = (lines: typeof SOUND_HTTP) => (): Promise<number> => {
    orders += 1;
    const body = cardOf(tenant.companyId, `pão-${orders}`);
    return sendRaw(service.url, lines(`${API}/transaction`, token, body));
  };
  const tried = await tryTable({ corpus: 'HTTP', sound: send(SOUND_HTTP), all: HTTP.map(send) });
  expect(tried).toMatchObject({ sent: HTTP.length, soundRefused: 0, taken: 0, faults: 0 });
});

test('of addresses of receivers the service takes the sound one, and none that leads inside or may be read in two ways (R75)', async () => {
  const stage = await openStage(new AbortController().signal, () => undefined);
  onTestFinished(stage.close);
  const { tenant } = await newMerchant(service);
  const token = await fetchToken(service.url, tenant);
  const nodes = { urls: [service.url, service.url] };
  const { tried, connections, packets } = await tryAddresses({ stage, nodes, neighbour: tenant }, token);
  expect(tried).toMatchObject({ sent: addressesOf(1).length, soundRefused: 0, taken: 0, faults: 0 });
  expect([connections, packets ?? 0]).toEqual([0, 0]);
});

test('of requests drawn from the contract, some about objects that are there, none ends in a fault, and each answer is of the contract (R75)', async () => {
  const said: string[] = [];
  const stage = await openStage(new AbortController().signal, (line) => void said.push(line));
  onTestFinished(stage.close);
  const { tenant } = await newMerchant(service);
  const token = await fetchToken(service.url, tenant);
  const nodes = { urls: [service.url, service.url] };
  const tried = await tryContract({ stage, nodes, neighbour: tenant, seed: 1 }, token, 3_000);
  expect(tried, said.join('\n')).toMatchObject({ faults: 0, unnamed: 0 });
  expect(tried.taken).toBeGreaterThan(0);
});
