import { findFreePort } from '@titular/test-kit/free-port.ts';
import { startChild } from '../harness/child.ts';
import { type Harness, POOL_SIZE } from '../harness/harness.ts';
import { createLoad, readLoad } from '../requests/loads.ts';
import type { Served } from '../requests/measure-operation.ts';
import { createMessage, readMessage } from '../tenants/tenant-messages.ts';
import type { MinimalSettings } from './serve-minimal.ts';

/** Starts the minimal service on the same database, with so many transactions to read. */
export async function startMinimal(
  harness: Harness,
  readable: number,
): Promise<{ create: Served; read: Served; stop(): Promise<void> }> {
  const port = await findFreePort();
  const settings: MinimalSettings = {
    ...{ port, connectionString: harness.connectionString, poolSize: POOL_SIZE },
    keys: (await (await fetch(`${harness.url}/oauth2/jwks`)).json()) as MinimalSettings['keys'],
    tenants: harness.tenants.map(({ tenantId, companyId }) => ({ tenantId, companyId })),
  };
  const server = await startChild('minimal/serve-minimal.ts', JSON.stringify(settings));
  const url = `http://127.0.0.1:${port}`;
  const [reader] = harness.tenants;
  if (!reader) throw new Error('the bench needs a tenant');
  const { next } = createLoad(url, '/create', [reader]);
  const ids: string[] = [];
  for (let count = 0; count < readable; count += 1) {
    const { path, ...sent } = next();
    const answer = await fetch(url + path, { method: 'POST', ...sent });
    ids.push(((await answer.json()) as { id: string }).id);
  }
  return {
    stop: server.stop,
    create: {
      ...{ server, load: createLoad(url, '/create', harness.tenants) },
      messages: harness.tenants.map((tenant) => createMessage(tenant, '/create')),
    },
    read: {
      ...{ server, load: readLoad(url, (id) => `/read/${id}`, reader, ids) },
      messages: ids.map((id) => readMessage(reader, '/read/', id)),
    },
  };
}
