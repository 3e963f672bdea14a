import type { Db } from '@titular/server/kernel/database/connect.ts';
import { insertTransaction } from '@titular/server/transactions/insert-store.ts';
import { findStatus } from '@titular/server/transactions/status-store.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { type MachineSpeed, measureMachineSpeed } from '@titular/test-kit/time/machine-speed.ts';
import { startChild } from '../harness/child.ts';
import type { Harness } from '../harness/harness.ts';
import { startMinimal } from '../minimal/start-minimal.ts';
import { addReadable, createMessage, readMessage, SERVICE_PATHS } from '../tenants/tenant-messages.ts';
import { createLoad, newRow, readLoad, rotate } from './loads.ts';
import { measureOperation, type Operation } from './measure-operation.ts';
import { measureRefusals, type Refused } from './measure-refusals.ts';

/** Creates and reads through the service and through its baselines, and requests that it refuses. */
export type ApiResult = {
  create: Operation;
  read: Operation;
  refused: Refused[];
  speed: MachineSpeed;
  residentMegabytes: number;
};

/** Transactions whose statuses are read. */
const READABLE = 1_000;

/** Measures in one run, each figure between its baselines. */
export async function measureApi(harness: Harness, seconds: number): Promise<ApiResult> {
  const { server, url, tenants, plain } = harness;
  const { db } = harness.database;
  const [reader] = tenants;
  if (!reader) throw new Error('the bench needs a tenant');
  const speed = await measureMachineSpeed();
  const ids = await addReadable(harness, reader, READABLE);
  const nextTenant = rotate(tenants);
  const nextId = rotate(ids);
  const insertWith = (through: Db) => () => insertTransaction(through, newRow(nextTenant()));
  const readWith = (through: Db) => () => findStatus(through, reader.tenantId, nextId());

  const barePort = await findFreePort();
  const bare = {
    server: await startChild('harness/serve-bare.ts', String(barePort)),
    url: `http://127.0.0.1:${barePort}`,
  };
  const minimal = await startMinimal(harness, READABLE);
  const sender = await startChild('harness/send-load.ts', '');
  const create = await measureOperation(
    harness,
    {
      own: {
        ...{ server, load: createLoad(url, SERVICE_PATHS.create, tenants) },
        messages: tenants.map((tenant) => createMessage(tenant, SERVICE_PATHS.create)),
      },
      bare: { server: bare.server, load: createLoad(bare.url, '/create', tenants) },
      ...{ minimal: minimal.create, plain: insertWith(plain), prepared: insertWith(db), sender },
    },
    seconds,
  );
  const read = await measureOperation(
    harness,
    {
      own: {
        ...{ server, load: readLoad(url, (id) => SERVICE_PATHS.read + id, reader, ids) },
        messages: ids.map((id) => readMessage(reader, SERVICE_PATHS.read, id)),
      },
      bare: { server: bare.server, load: readLoad(bare.url, (id) => `/read/${id}`, reader, ids) },
      ...{ minimal: minimal.read, plain: readWith(plain), prepared: readWith(db), sender },
    },
    seconds,
  );
  await Promise.all([minimal.stop(), sender.stop()]);
  const refused = await measureRefusals(harness, bare, seconds);
  await bare.server.stop();
  return { create, read, refused, speed, residentMegabytes: harness.server.residentMegabytes() };
}
