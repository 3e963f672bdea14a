import { Agent, request } from 'node:http';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import { createServer } from '@titular/server/kernel/http/server.ts';
import { expect, test } from 'vitest';
import { publicRoute } from './public-route.ts';

test('a request under way when the server closes is answered, and its connection ends with it (R87)', async () => {
  const [entered, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const route = publicRoute(async () => {
    entered.resolve();
    await gate.promise;
    return { status: 200, body: 'done' };
  });
  const app = createServer([route], { sandbox: NO_SANDBOX } as never, createLog('silent'), {
    publicUrl: 'http://127.0.0.1',
    trustedProxies: [],
  });
  app.addHook('preClose', async () => gate.resolve());
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const answer = new Promise<string>((resolve, reject) => {
    const sent = request(`${address}/wait`, { agent }, (response) => {
      response
        .setEncoding('utf8')
        .on('data', (text: string) => resolve(`${response.headers.connection} ${text}`));
    });
    sent.on('error', reject).end();
  });
  await entered.promise;
  const closed = app.close();
  expect(await answer).toBe('close done');
  await closed;
  agent.destroy();
});
