import pg from 'pg';
import { addressOf } from './connect.ts';
import { connectWith } from './database-address.ts';

/** A connection that hears of one channel; `check` fails when it is dead, even if nothing said so. */
export type Listening = { isOpen(): boolean; check(): Promise<void>; close(): Promise<void> };

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 5_000;

/** Listens on a connection beside the pool, so that no request misses one; until it breaks, which `isOpen` tells. */
export const listenTo = (
  pool: pg.Pool,
  channel: string,
  onPayload: (payload: string) => void,
): Promise<Listening> =>
  connectWith(addressOf(pool), CONNECT_TIMEOUT_MS, (address) => listenAt(address, channel, onPayload));

async function listenAt(
  connectionString: string,
  channel: string,
  onPayload: (payload: string) => void,
): Promise<Listening> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: 'titular-listen',
    keepAlive: true,
  });
  let isOpen = true;
  const lose = (): void => {
    isOpen = false;
  };
  const close = async (): Promise<void> => {
    lose();
    await client.end().catch(() => undefined);
  };
  client.on('error', lose);
  client.on('end', lose);
  client.on('notification', ({ payload = '' }) => onPayload(payload));
  try {
    await client.connect();
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
  } catch (error) {
    await close();
    throw error;
  }
  const check = async (): Promise<void> => {
    try {
      await client.query('SELECT 1');
    } catch (error) {
      await close();
      throw error;
    }
  };
  return { isOpen: () => isOpen, check, close };
}
