import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server for addresses of IPv4 (RFC 1035), whose names may come and go as those of containers do. */
export type NameServer = {
  /** Host and port. */
  address: string;
  /** Names with their addresses. */
  names: Map<string, string>;
  close(): Promise<void>;
};

const HEADER_BYTES = 12;
const TYPE_A = 1;

/** The name that is asked for, and where the question ends. */
function readQuestion(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), end: at + 5 };
}

function replyTo(query: Buffer, names: ReadonlyMap<string, string>): Buffer {
  const { name, end } = readQuestion(query);
  const found = query.readUInt16BE(end - 4) === TYPE_A ? names.get(name) : undefined;
  const header = Buffer.from(query.subarray(0, HEADER_BYTES));
  // An answer to a question; of a name that nobody has, that there is none.
  header.writeUInt16BE(names.has(name) ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const record = found
    ? Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, ...found.split('.').map(Number)])
    : Buffer.alloc(0);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), record]);
}

/** Starts one on loopback. */
export async function startNameServer(): Promise<NameServer> {
  const names = new Map<string, string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(replyTo(query, names), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    names,
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  };
}
