import { constants, gzipSync } from 'node:zlib';

/** A file of an archive; `path` is relative, with `/` between its parts. */
export type ArchivedFile = { path: string; bytes: Uint8Array; isProgram?: boolean };

const BLOCK = 512;
/** The time that npm gives to every file that it packs: no two packings differ by their time. */
const MODIFIED_SECONDS = 499_162_500;
const MAX_NAME = 100;
const MAX_PREFIX = 155;

function splitPath(path: string): [prefix: string, name: string] {
  if (path.length <= MAX_NAME) return ['', path];
  const at = path.indexOf('/', path.length - MAX_NAME - 1);
  if (at < 0 || at > MAX_PREFIX) throw new Error(`${path} is too long for an archive`);
  return [path.slice(0, at), path.slice(at + 1)];
}

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;

function headerOf({ path, bytes, isProgram }: ArchivedFile): Buffer {
  const header = Buffer.alloc(BLOCK);
  const [prefix, name] = splitPath(path);
  const fields: readonly (readonly [at: number, text: string])[] = [
    [0, name],
    [100, octal(isProgram ? 0o755 : 0o644, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(bytes.length, 11)],
    [136, octal(MODIFIED_SECONDS, 11)],
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\u000000'],
    [345, prefix],
  ];
  for (const [at, text] of fields) header.write(text, at, 'utf8');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)} `, 148, 'utf8');
  return header;
}

/** Makes a gzipped tar archive (POSIX ustar) that depends on paths, contents and modes alone. */
export function makeTarball(files: readonly ArchivedFile[]): Buffer {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const blocks = sorted.flatMap((file) => {
    const padding = Buffer.alloc((BLOCK - (file.bytes.length % BLOCK)) % BLOCK);
    return [headerOf(file), file.bytes, padding];
  });
  const archive = Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
  return gzipSync(archive, { level: constants.Z_BEST_COMPRESSION });
}
