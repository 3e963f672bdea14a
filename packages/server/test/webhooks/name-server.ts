import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

type Found = string[] | 'silence' | 'nothing';

/** What a name answers to a question, by its number from 1, once it is known: addresses, another name that stands for it, nothing to be found, or silence. */
export type Zone = (name: string, type: 'A' | 'AAAA', count: number) => Found | Promise<Found>;

const CNAME = 5;
const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };
const UDP_BYTES = 512;

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.of(0),
  ]);

function encodeAddress(address: string): Buffer {
  if (address.includes('.')) return Buffer.from(address.split('.').map(Number));
  const [left = '', right = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const zeros = Array(8 - groups(left).length - groups(right).length).fill('0');
  const words = [...groups(left), ...zeros, ...groups(right)].map((group) => Number.parseInt(group, 16));
  return Buffer.from(words.flatMap((word) => [word >> 8, word & 0xff]));
}

/** One resource record of the class IN that nobody keeps (RFC 1035 section 3.2.1). */
function encodeRecord(owner: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(owner), fixed, data]);
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Starts a name server on port 53 of 127.0.0.1, UDP and TCP; `asked` holds every question as `name type`, also those over TCP. */
export async function startNameServer(zone: Zone): Promise<{ asked: string[] }> {
  const asked: string[] = [];

  async function answer(query: Buffer, most: number): Promise<Buffer | undefined> {
    const question = readQuestion(query);
    const type = TYPES[question.type];
    if (!type) return undefined;
    asked.push(`${question.name} ${type}`);
    const count = asked.filter((one) => one === `${question.name} ${type}`).length;
    const found = await zone(question.name, type, count);
    if (found === 'silence') return undefined;
    let owner = question.name;
    const records = (found === 'nothing' ? [] : found).map((value) => {
      const isAddress = /^[0-9.]+$|:/.test(value);
      const record = encodeRecord(
        owner,
        isAddress ? question.type : CNAME,
        isAddress ? encodeAddress(value) : encodeName(value),
      );
      if (!isAddress) owner = value;
      return record;
    });
    const head = Buffer.from(query.subarray(0, 12));
    const isCut = records.reduce((sum, record) => sum + record.length, question.end) > most;
    head.writeUInt16BE(0x8180 | (isCut ? 0x0200 : 0) | (found === 'nothing' ? 3 : 0), 2);
    head.writeUInt16BE(isCut ? 0 : records.length, 6);
    head.writeUInt16BE(0, 10);
    return Buffer.concat([head, query.subarray(12, question.end), ...(isCut ? [] : records)]);
  }

  const udp = createSocket('udp4');
  udp.on('message', async (query, peer) => {
    const reply = await answer(query, UDP_BYTES);
    if (reply) udp.send(reply, peer.port, peer.address);
  });
  udp.bind(53, '127.0.0.1');
  const tcp = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', async (framed) => {
      const reply = await answer(framed.subarray(2), 65_535);
      if (reply) socket.write(Buffer.concat([Buffer.of(reply.length >> 8, reply.length & 0xff), reply]));
    });
  });
  tcp.listen(53, '127.0.0.1');
  await Promise.all([once(udp, 'listening'), once(tcp, 'listening')]);
  return { asked };
}
