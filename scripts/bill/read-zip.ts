import { crc32, inflateRawSync } from 'node:zlib';
import type { Entry } from './read-tar.ts';

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const HEADER_BYTES = 46;
const LOCAL_BYTES = 30;

function readFile(archive: Buffer, header: number): Buffer {
  const packedBytes = archive.readUInt32LE(header + 20);
  const local = archive.readUInt32LE(header + 42);
  const start = local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + packedBytes);
  const bytes = archive.readUInt16LE(header + 10) === 0 ? packed : inflateRawSync(packed);
  if (crc32(bytes) !== archive.readUInt32LE(header + 16)) throw new Error('the archive has a broken file');
  return bytes;
}

/** Reads a ZIP archive without a comment whole, as its directory lists it; wheels of Python are such archives. */
export function readZip(archive: Buffer): Entry[] {
  const end = archive.length - END_BYTES;
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('the archive has no end');
  const entries: Entry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new Error('the archive has a broken directory');
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const path = archive.toString('utf8', at + HEADER_BYTES, at + HEADER_BYTES + (name ?? 0));
    const kind = path.endsWith('/') ? 'directory' : 'file';
    entries.push({ path, kind, bytes: readFile(archive, at) });
    at += HEADER_BYTES + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}
