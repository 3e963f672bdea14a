import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startTestService, type TestService } from '@titular/test-kit';
import { asSuperuser } from '@titular/test-kit/database/test-server.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { addTenant, fetchToken } from '../packages/test-kit/src/start-test-service.ts';
import { LOST, UNAVAILABLE } from '../scripts/deployment/settings.ts';
import { has } from './programs.ts';
import { BALANCERS, startBalancer } from './start-balancer.ts';

const start = async (sharedWith?: TestService): Promise<TestService> => {
  const service = await startTestService({
    ...(sharedWith ? { sharedWith } : {}),
    env: { HOST: '127.0.0.1' },
  });
  onTestFinished(() => service.close());
  return service;
};

const databaseOf = ({ config }: TestService): string =>
  /@\/([a-z0-9_]+)\?/.exec(config.databaseUrl ?? '')?.[1] ?? '';

const asAdministrator = (statement: string): Promise<unknown> =>
  asSuperuser(inject('databaseServer'), (client) => client.query(statement));

const hostOf = ({ url }: TestService): string => url.replace('http://', '');

/** An answer as merchants see it, with what the contract promises of an error. */
async function ask(url: string, headers: Record<string, string> = {}, more: RequestInit = {}) {
  const response = await fetch(url, { ...more, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const body = (isJson ? JSON.parse(text) : { text }) as Record<string, unknown>;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
}

/** A node that is ready and alive, and ends the connection of every other request once it has read it. */
async function startForgetfulNode(seen: string[]): Promise<string> {
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (part: Buffer) => {
      text += part.toString();
      const [head = '', body] = text.split('\r\n\r\n');
      const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
      if (body === undefined || body.length < Number(length)) return;
      text = '';
      if (/^GET \/(?:readyz|healthz) /.test(head))
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      else {
        seen.push(head);
        socket.destroy();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Requests that change something, which must reach no second node after the first had them. */
const CHANGES: readonly (readonly [string, RequestInit])[] = [
  ['POST with a body', { method: 'POST', body: '{"amount":1}' }],
  ['POST without one', { method: 'POST' }],
  ['PATCH', { method: 'PATCH', body: '{"amount":1}' }],
  ['PUT', { method: 'PUT', body: '{"amount":1}' }],
  ['DELETE', { method: 'DELETE' }],
];

describe.each(BALANCERS)(
  '$program with the shipped configuration and nodes that lose answers',
  (balancer) => {
    test.runIf(has(balancer.program)).each(CHANGES)(
      'sends a %s once, and does not say that nothing was changed (S38)',
      async (_, request) => {
        const seen: string[] = [];
        const nodes = [await startForgetfulNode(seen), await startForgetfulNode(seen)];
        const url = await startBalancer(balancer, nodes);
        const trace = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'x=y' };
        const answer = await ask(`${url}/api/public/v1/walletid/transactions`, trace, request);
        expect(seen).toHaveLength(1);
        expect(seen[0]).not.toMatch(/^trace(?:parent|state):/im);
        expect(answer).toEqual({
          status: LOST.status,
          retryAfter: String(LOST.retryAfterSeconds),
          body: JSON.parse(LOST.body),
        });
      },
    );
  },
);

describe.each(BALANCERS)('$program with the shipped configuration', (balancer) => {
  test.runIf(has(balancer.program))(
    'lets the contract answer while no node is ready, answers in its words where no node is, and goes on after it (S38)',
    async () => {
      const first = await start();
      const second = await start(first);
      const url = await startBalancer(balancer, [first, second].map(hostOf));
      const token = await fetchToken({ ...first, url }, await addTenant(first));
      const list = `${url}/api/public/v1/walletid/transactions`;
      const headers = { authorization: `Bearer ${token}` };
      expect((await ask(list, headers)).status).toBe(200);

      const database = databaseOf(first);
      await asAdministrator(`ALTER DATABASE ${database} WITH ALLOW_CONNECTIONS false`);
      await asAdministrator(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
      );
      await eventually(async () => {
        const { status, body } = await ask(`${url}/readyz`);
        expect([status, body['causes']]).toEqual([500, ['database_unreachable']]);
      });
      // For as long as two checks of the balancer, so that it has taken both nodes for unready.
      const until = performance.now() + 6_000;
      while (performance.now() < until) {
        const refused = await ask(list, headers);
        expect(refused).toMatchObject({ status: 500, body: { code: '50001' } });
        expect(Number(refused.retryAfter)).toBeGreaterThan(0);
      }
      await asAdministrator(`ALTER DATABASE ${database} WITH ALLOW_CONNECTIONS true`);
      await eventually(async () => expect((await ask(list, headers)).status).toBe(200));

      await second.service.close();
      await eventually(async () => expect((await ask(list, headers)).status).toBe(200));
      await first.service.close();
      await eventually(async () =>
        expect(await ask(list, headers)).toEqual({
          status: 500,
          retryAfter: String(UNAVAILABLE.retryAfterSeconds),
          body: JSON.parse(UNAVAILABLE.body),
        }),
      );
    },
  );
});
