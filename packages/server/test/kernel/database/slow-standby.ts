import pg from 'pg';

/** A standby as the server sees one: it receives the log, and tells up to where it has replayed it. */
export type Standby = { replay(position: string): void; close(): Promise<void> };

/** Microseconds from 1970 to 2000, from which PostgreSQL counts. */
const EPOCH_US = 946_684_800_000_000n;

/** A place in the log, as `16/B374D848` writes it. */
function parsePosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Standby status update of the streaming replication protocol: written, flushed and replayed up to one place. */
function statusUpdate(position: bigint): Buffer {
  const message = Buffer.alloc(34);
  message.write('r');
  for (const offset of [1, 9, 17]) message.writeBigUInt64BE(position, offset);
  message.writeBigInt64BE(BigInt(Date.now()) * 1_000n - EPOCH_US, 25);
  return message;
}

/** Connects as a standby that has replayed everything up to now. */
export async function connectStandby(connectionString: string): Promise<Standby> {
  const client = new pg.Client({ connectionString, replication: 'true' } as pg.ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('IDENTIFY_SYSTEM');
  const { xlogpos } = rows[0];
  const { connection } = client as unknown as {
    connection: NodeJS.EventEmitter & { sendCopyFromChunk(chunk: Buffer): void };
  };
  const started = new Promise((resolve) => connection.once('replicationStart', resolve));
  client.query(`START_REPLICATION PHYSICAL ${xlogpos}`).catch(() => undefined);
  await started;
  const replay = (position: string): void =>
    connection.sendCopyFromChunk(statusUpdate(parsePosition(position)));
  replay(xlogpos);
  return { replay, close: () => client.end() };
}
