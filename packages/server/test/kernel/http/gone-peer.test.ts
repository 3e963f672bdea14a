import { connect } from 'node:net';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import { createServer } from '@titular/server/kernel/http/server.ts';
import { expect, test } from 'vitest';
import { publicRoute } from './public-route.ts';

test('a request whose client is gone before its address is read is still of that address', async () => {
  const seen = Promise.withResolvers<string | undefined>();
  const route = publicRoute(async () => ({ status: 200, body: 'done' }));
  const app = createServer([route], { sandbox: NO_SANDBOX } as never, createLog('silent'), {
    publicUrl: 'http://127.0.0.1',
    trustedProxies: [],
  });
  app.addHook('onRequest', async (request) => {
    const gone = Promise.withResolvers<void>();
    request.raw.socket.once('close', () => gone.resolve());
    client.resetAndDestroy();
    await gone.promise;
    seen.resolve(request.ip);
  });
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const client = connect(Number(address.port), '127.0.0.1');
  client.write('GET /wait HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  expect(await seen.promise).toBe('127.0.0.1');
  await app.close();
});
