import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startTestService } from '@titular/test-kit';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { expect, onTestFinished, test } from 'vitest';
import { newMerchant } from '../../../transactions/api.ts';
import { listenInFront, socketOf, throughPort } from '../../database/front-server.ts';

const MERCHANTS = 24;
const EACH = 5;
/** A turn of the event loop takes so long while the process is starved: every timer is late by more than the gate bears. */
const TURN_MS = 120;
const TURNS = 20;

/** A database whose answers can be held back. */
async function openHeldDatabase() {
  const clone = await cloneDatabase();
  const ways: [Socket, Socket][] = [];
  let isHeld = false;
  const port = await listenInFront((socket) => {
    const server = connect(socketOf(clone.connectionString)).on('error', () => socket.destroy());
    ways.push([socket, server]);
    socket.on('close', () => server.destroy());
    server.on('close', () => socket.destroy());
    socket.pipe(server).pipe(socket);
    if (isHeld) server.pause();
  });
  onTestFinished(clone.drop);
  return {
    connectionString: throughPort(clone.connectionString, port),
    hold(): void {
      isHeld = true;
      for (const [, server] of ways) server.pause();
    },
    release(): void {
      isHeld = false;
      for (const [, server] of ways) server.resume();
    },
  };
}

/** Has every turn of the event loop take long, until what it returns is called. */
function starve(): () => void {
  let isStarved = true;
  const work = async (): Promise<void> => {
    while (isStarved) {
      for (const endMs = performance.now() + TURN_MS; performance.now() < endMs; );
      await nextTurn();
    }
  };
  void work();
  return () => {
    isStarved = false;
  };
}

test('where a process lacks processor time while the database gives no answer, callers wait for it, and none is told that there are too many (S60, R80)', async () => {
  const database = await openHeldDatabase();
  const env = { DATABASE_URL: database.connectionString, TITULAR_OVERLOAD_MS: '500' };
  const service = await startTestService({ env });
  onTestFinished(service.close);
  const merchants = await Promise.all(Array.from({ length: MERCHANTS }, () => newMerchant(service)));
  const read = async (place: number): Promise<string> => {
    const headers = { authorization: `Bearer ${merchants[place % MERCHANTS]?.token}` };
    const response = await fetch(`${service.url}/api/public/v1/webhook-endpoints`, { headers });
    const { code = '' } = (await response.json()) as { code?: string };
    return `${response.status} ${code}`.trim();
  };
  const readAll = (): Promise<string>[] =>
    Array.from({ length: MERCHANTS * EACH }, (_, place) => read(place));
  // Connections are open from here on: a starved process accepts one in each turn.
  expect(new Set(await Promise.all(readAll()))).toEqual(new Set(['200']));
  database.hold();
  const feed = starve();
  onTestFinished(feed);
  const calls = readAll();
  for (let turn = 0; turn < TURNS; turn += 1) {
    calls.push(read(turn));
    await nextTurn();
  }
  feed();
  database.release();
  const answers = new Set(await Promise.all(calls));
  // What the database was asked too long ago ends as a passing outage.
  expect([...answers].filter((answer) => answer !== '200' && answer !== '500 50001')).toEqual([]);
  expect(await read(0)).toBe('200');
});
