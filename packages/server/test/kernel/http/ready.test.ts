import { startTestService } from '@titular/test-kit';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { expect, test } from 'vitest';

test('readReadiness 200: nothing is answered before the start has prepared what it promises, as demo.json (C15)', async () => {
  const port = await findFreePort();
  const look = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`);
  let isPrepared = false;
  const service = await startTestService({
    env: { PORT: String(port) },
    prepare: async ({ database }) => {
      await database.pool.query('SELECT 1');
      for (const path of ['/readyz', '/healthz', '/oauth2/jwks']) await expect(look(path)).rejects.toThrow();
      isPrepared = true;
    },
  });
  try {
    expect([isPrepared, (await look('/readyz')).status]).toEqual([true, 200]);
  } finally {
    await service.close();
  }
});

test('a start whose preparation fails leaves nothing that listens', async () => {
  const port = await findFreePort();
  const prepare = () => Promise.reject(new Error('no room for demo.json'));
  const starting = startTestService({ env: { PORT: String(port) }, prepare });
  await expect(starting).rejects.toThrow('no room for demo.json');
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});
