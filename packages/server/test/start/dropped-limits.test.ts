import { connect as connectTo, createServer, type Socket } from 'node:net';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { prepareDatabase } from '@titular/server/start/open-database.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { asSuperuser } from '@titular/test-kit/database/test-server.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { expect, inject, onTestFinished, test } from 'vitest';

const KEPT = ['user', 'database'];
const HEADER_BYTES = 8;

/** The first message of a connection without its settings, as poolers forward it that are told to ignore them. */
function withoutSettings(message: Buffer): Buffer {
  const words = message.subarray(HEADER_BYTES).toString().split('\0');
  const kept = KEPT.flatMap((name) => [name, words[words.indexOf(name) + 1] ?? '']);
  const body = Buffer.from(`${kept.join('\0')}\0\0`);
  const header = Buffer.from(message.subarray(0, HEADER_BYTES));
  header.writeUInt32BE(HEADER_BYTES + body.length);
  return Buffer.concat([header, body]);
}

/** Listens as a pooler does that drops what a connection asks for. */
async function startPooler(connectionString: string): Promise<string> {
  const address = new URL(connectionString.replace('@/', '@localhost/'));
  const directory = address.searchParams.get('host') ?? '';
  const socketPort = address.searchParams.get('port') ?? '5432';
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connectTo(`${directory}/.s.PGSQL.${socketPort}`);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [near, far].map((one) => one.destroy()));
    }
    near.once('data', (first: Buffer) => {
      far.write(withoutSettings(first));
      near.pipe(far);
    });
    far.pipe(near);
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `postgres://${address.username}:${address.password}@127.0.0.1:${port}${address.pathname}`;
}

async function prepare(connectionString: string, database: Database): Promise<string[]> {
  const said: string[] = [];
  await prepareDatabase(connectionString, database, 'test', {
    mode: 'check',
    say: (sentence) => void said.push(sentence),
  });
  return said;
}

test('a pooler that drops the limits of connections is found at the start; limits of the role stand in for them (S23)', async () => {
  const clone = await cloneDatabase();
  onTestFinished(clone.drop);
  const open = (address: string): Database => {
    const database = connect(address, 1, () => undefined);
    onTestFinished(database.close);
    return database;
  };
  await prepare(clone.connectionString, open(clone.connectionString));

  const pooled = await startPooler(clone.connectionString);
  await expect(prepare(pooled, open(pooled))).rejects.toThrow(
    /^Connections to the database have no statement_timeout and no idle_in_transaction_session_timeout: /,
  );

  const name = new URL(pooled).pathname.slice(1);
  const set = (limit: string, value: string): Promise<unknown> =>
    asSuperuser(inject('databaseServer'), (client) =>
      client.query(`ALTER DATABASE ${name} SET ${limit} = '${value}'`),
    );
  await set('idle_in_transaction_session_timeout', '10s');
  await set('statement_timeout', '5s');
  expect(await prepare(pooled, open(pooled))).toEqual([
    expect.stringMatching(/^statement_timeout of the role is 5000 ms: /),
  ]);
  await set('statement_timeout', '4s');
  expect(await prepare(pooled, open(pooled))).toEqual([]);
});
