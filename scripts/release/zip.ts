import { crc32, deflateRawSync } from 'node:zlib';
import type { ArchivedFile } from '../pack/tarball.ts';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const DEFLATED = 8;
const UTF8 = 0x0800;
/** The first of January 1980, which is the earliest day of the format: no two packings differ by their time. */
const DAY = 0x0021;
/** A plain file that its owner may write and everybody may read, made on Unix. */
const MODE = (0o100644 << 16) >>> 0;
const MADE_ON_UNIX = 0x0314;

/** Fields that both headers of a file share, from "version needed" to the length of the extra field. */
function describe(name: Buffer, bytes: Uint8Array, packed: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(UTF8, 2);
  fields.writeUInt16LE(DEFLATED, 4);
  fields.writeUInt16LE(0, 6);
  fields.writeUInt16LE(DAY, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Makes a ZIP archive that depends on the paths and contents of its files and on their order alone. */
export function makeZip(files: readonly ArchivedFile[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { path, bytes } of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const fields = describe(name, bytes, packed);
    const local = Buffer.concat([uint32(LOCAL), fields, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(MODE, 6);
    rest.writeUInt32LE(at, 10);
    const made = Buffer.alloc(2);
    made.writeUInt16LE(MADE_ON_UNIX);
    directory.push(Buffer.concat([uint32(CENTRAL), made, fields, rest, name]));
    locals.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, central, end]);
}
