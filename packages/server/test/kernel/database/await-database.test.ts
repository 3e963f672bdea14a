import { glob, readFile } from 'node:fs/promises';
import { connect as connectTo } from 'node:net';
import { StartRefused } from '@titular/server/kernel/base/start-refused.ts';
import { awaitDatabase, DatabaseUnavailable } from '@titular/server/kernel/database/await-database.ts';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  errorResponse,
  isTerminate,
  listenInFront,
  refuseBy,
  socketOf,
  throughPort,
} from './front-server.ts';

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(() => clone.drop());

const at = (port: number, rest = '?sslmode=disable'): string =>
  `postgresql://shop:correct-horse@127.0.0.1:${port}/cards${rest}`;

/** How a wait that is not patient ends. */
async function endOf(connectionString: string): Promise<Error> {
  const said: string[] = [];
  const end = await awaitDatabase(connectionString, { waitMs: 0, say: (text) => said.push(text) }).then(
    () => new Error('it serves'),
    (error: Error) => error,
  );
  expect(said).toEqual([]);
  return end;
}

describe('a database that cannot be used ends the start with one sentence (D13)', () => {
  test.each([
    ['57P03', 'the database system is starting up', DatabaseUnavailable, 'is starting up'],
    [
      '57P03',
      'the database system is in recovery mode',
      DatabaseUnavailable,
      'is starting up or shutting down',
    ],
    ['57P01', 'terminating connection due to administrator command', DatabaseUnavailable, 'is shutting down'],
    ['53300', 'sorry, too many clients already', DatabaseUnavailable, 'has no connection left'],
    [
      '28P01',
      'password authentication failed for user "shop"',
      StartRefused,
      'refuses the password for shop',
    ],
    ['28000', 'no pg_hba.conf entry for host', StartRefused, 'refuses access to shop (no pg_hba.conf entry'],
    ['3D000', 'database "cards" does not exist', StartRefused, 'does not exist'],
    ['0A000', 'unsupported frontend protocol', StartRefused, 'refuses to serve (unsupported frontend'],
  ])('where the server answers %s, %s', async (code, message, kind, words) => {
    const end = await endOf(at(await listenInFront(refuseBy(code, message))));
    expect(end).toBeInstanceOf(kind);
    expect(end.message).toContain(words);
    expect(end.message).toMatch(/^The database cards at 127\.0\.0\.1:\d+ [^\n]*\.$/);
    expect(end.message).not.toContain('horse');
  });

  test('where nothing listens, where the connection is cut, and where there is no TLS', async () => {
    const refused = await endOf(at(await findFreePort()));
    expect([refused.name, refused.message]).toEqual([
      'DatabaseUnavailable',
      expect.stringContaining('refuses connections'),
    ]);
    const cut = await endOf(at(await listenInFront((socket) => socket.destroy())));
    expect([cut.name, cut.message]).toEqual([
      'DatabaseUnavailable',
      expect.stringContaining('closes connections'),
    ]);
    const plain = await listenInFront((socket) => socket.once('data', () => socket.write('N')));
    const noTls = await endOf(at(plain, '?sslmode=verify-full'));
    expect([noTls.name, noTls.message]).toEqual([
      'StartRefused',
      expect.stringContaining('does not support TLS'),
    ]);
  });

  test('of a real server: its password, its database and its socket', async () => {
    const wrong = await endOf(clone.connectionString.replace(/:[^:@/]+@/, ':wrong@'));
    expect(wrong).toBeInstanceOf(StartRefused);
    expect(wrong.message).toContain('refuses the password for titular');
    const none = await endOf(clone.connectionString.replace(/@\/[^?]+/, '@/none'));
    expect(none.message).toContain('does not exist');
    const away = await endOf(clone.connectionString.replace(/host=[^&]+/, 'host=%2Fnowhere'));
    expect([away.name, away.message]).toEqual([
      'DatabaseUnavailable',
      expect.stringContaining('at the socket in /nowhere'),
    ]);
  });
});

test('a database that is still starting is waited for, with one line (D13)', async () => {
  let refusals = 3;
  const port = await listenInFront((socket) => {
    if (refusals > 0) {
      refusals -= 1;
      refuseBy('57P03', 'the database system is starting up')(socket);
      return;
    }
    const server = connectTo(socketOf(clone.connectionString));
    socket.pipe(server).pipe(socket);
    server.on('error', () => socket.destroy());
  });
  const said: string[] = [];
  await awaitDatabase(throughPort(clone.connectionString, port), {
    waitMs: 60_000,
    say: (text) => said.push(text),
  });
  expect(refusals).toBe(0);
  expect(said).toEqual([
    expect.stringMatching(/^Waiting for the database, 60 seconds at most\. The database /),
  ]);
});

test('a wait is ended by its signal', async () => {
  const stopping = new AbortController();
  const waiting = awaitDatabase(at(await findFreePort()), {
    waitMs: 60_000,
    say: () => stopping.abort(),
    signal: stopping.signal,
  });
  await expect(waiting).rejects.toThrow('aborted');
});

test('every connection to a database is heard when it breaks (C13)', async () => {
  const deaf: string[] = [];
  for await (const file of glob('packages/server/src/**/*.ts')) {
    const text = await readFile(file, 'utf8');
    const opened = text.match(/new pg\.Pool\(|\.connect\(\)/g) ?? [];
    const makes = /new pg\.(Pool|Client)\(/.test(text);
    if (makes && opened.length > 0 && !text.includes(".on('error',")) deaf.push(file);
  }
  expect(deaf).toEqual([]);
});

test('a server that shuts down just when migrations let their connections go ends nothing else (C13)', async () => {
  const port = await listenInFront((socket) => {
    const server = connectTo(socketOf(clone.connectionString));
    server.on('error', () => undefined);
    server.pipe(socket, { end: false });
    socket.on('close', () => server.destroy());
    socket.on('data', (chunk) => {
      if (!isTerminate(chunk)) return void server.write(chunk);
      // Sent before the server saw that the client leaves.
      socket.end(errorResponse('57P01', 'terminating connection due to administrator command'));
      server.destroy();
    });
  });
  const faults: unknown[] = [];
  const note = (fault: unknown): void => void faults.push(fault);
  process.on('uncaughtException', note);
  try {
    await migrate(throughPort(clone.connectionString, port));
    // What was sent at the end arrives in the turns after it.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('uncaughtException', note);
  }
  expect(faults).toEqual([]);
});
