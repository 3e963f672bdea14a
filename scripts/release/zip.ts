import { zipSync } from 'fflate';
import type { ArchivedFile } from '../pack/tarball.ts';

/** The earliest day of the format: no two packings differ by their time. */
const DAY = new Date(1980, 0, 1);
/** A plain file that its owner may write and everybody may read. */
const MODE = (0o100644 << 16) >>> 0;
const UNIX = 3;

/** Makes a ZIP archive that depends on the paths and contents of its files and on their order alone. */
export function makeZip(files: readonly ArchivedFile[]): Buffer {
  const facts = { attrs: MODE, os: UNIX, mtime: DAY, level: 9 } as const;
  return Buffer.from(zipSync(Object.fromEntries(files.map(({ path, bytes }) => [path, [bytes, facts]]))));
}
