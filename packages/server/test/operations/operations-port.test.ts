import { StartRefused } from '@titular/server/kernel/base/start-refused.ts';
import { findFreePort, startTestService, type TestService, type TestServiceOptions } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect, onTestFinished, test } from 'vitest';
import { findValue, operationsAddress, scrape } from './operations-fixture.ts';

const ON = { TITULAR_OPERATIONS_PORT: '0' };
const ANSWERED_WITHIN_MS = 1_500;
const SCRAPED_WITHIN_MS = 5_000;
const REFUSED_READINESS = { operation: 'readReadiness', status_class: '5xx' };

async function start(options: TestServiceOptions = { env: ON }): Promise<TestService> {
  const service = await startTestService(options);
  onTestFinished(() => service.close());
  return service;
}

type Probe = { status: number; body: { status?: string; causes?: string[]; code?: string } };

async function probe(address: string): Promise<Probe> {
  const askedMs = performance.now();
  const response = await fetch(address);
  const body = (await response.json()) as Probe['body'];
  expect(performance.now() - askedMs).toBeLessThan(ANSWERED_WITHIN_MS);
  return { status: response.status, body };
}

test('there is no operations port unless one is set, and the public port has no metrics', async () => {
  const service = await start({});
  expect(service.service.operationsUrl).toBeUndefined();
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  expect((await fetch(`${service.url}/startupz`)).status).toBe(404);
});

test('it listens on loopback alone unless another address is set', async () => {
  const { service } = await start();
  expect(new URL(service.operationsUrl ?? '').hostname).toBe('127.0.0.1');
});

test('it answers from before the database is ready: alive, not started, not ready', async () => {
  const port = await findFreePort();
  const at = (path: string): string => `http://127.0.0.1:${port}${path}`;
  const during: Record<string, Probe> = {};
  await start({
    env: { TITULAR_OPERATIONS_PORT: String(port) },
    prepare: async () => {
      for (const path of ['/healthz', '/startupz', '/readyz', '/metrics'])
        during[path] = await probe(at(path));
    },
  });
  expect(during['/healthz']).toEqual({ status: 200, body: { status: 'alive' } });
  for (const path of ['/startupz', '/readyz', '/metrics'])
    expect(during[path], path).toMatchObject({ status: 500, body: { causes: ['starting'] } });
  expect(await probe(at('/startupz'))).toEqual({ status: 200, body: { status: 'started' } });
  expect(await probe(at('/readyz'))).toEqual({ status: 200, body: { status: 'ready' } });
});

test('it answers while the database is away: it says so within a second, and a scrape leaves out what only the database knows (S15, S41)', async () => {
  const service = await start();
  const ofDatabase = ['titular_jobs_waiting', 'titular_retention_overdue_seconds', 'titular_expiry_overdue'];
  const before = await scrape(service);
  for (const name of ofDatabase) expect(findValue(before, name), name).toBeDefined();
  await service.loseDatabase();
  await eventually(async () => {
    const { status, body } = await probe(operationsAddress(service, '/readyz'));
    expect([status, body.causes]).toEqual([500, ['database_unreachable']]);
    expect(await probe(`${service.url}/readyz`)).toMatchObject({ status, body: { causes: body.causes } });
  });
  const askedMs = performance.now();
  const after = await scrape(service);
  expect(performance.now() - askedMs).toBeLessThan(SCRAPED_WITHIN_MS);
  for (const name of ofDatabase) expect(findValue(after, name), name).toBeUndefined();
  expect(findValue(after, 'titular_not_ready', { cause: 'database_unreachable' })).toBe(1);
  expect(findValue(after, 'titular_http_requests_total', REFUSED_READINESS)).toBeGreaterThan(0);
  expect((await probe(operationsAddress(service, '/healthz'))).status).toBe(200);
  expect((await probe(operationsAddress(service, '/startupz'))).status).toBe(200);
});

test('it says that the node drains while that lasts, and is the last to close', async () => {
  const service = await startTestService({ env: { ...ON, TITULAR_DRAIN_SECONDS: '1' } });
  const ready = operationsAddress(service, '/readyz');
  const closed = service.close();
  await eventually(async () => expect((await probe(ready)).body.causes).toEqual(['draining']));
  await closed;
  await expect(fetch(ready)).rejects.toThrow();
});

test('a port that is in use ends the start with one sentence that names the setting', async () => {
  const service = await start();
  const { port } = new URL(service.service.operationsUrl ?? '');
  const second = startTestService({ sharedWith: service, env: { TITULAR_OPERATIONS_PORT: port } });
  await expect(second).rejects.toThrow(StartRefused);
  await expect(second).rejects.toThrow(/^The operations port \d+ of 127\.0\.0\.1 .*TITULAR_OPERATIONS_PORT/);
});

test('an address that it does not have is 404', async () => {
  const service = await start();
  expect((await fetch(operationsAddress(service, '/api/public/v1/limits'))).status).toBe(404);
});
