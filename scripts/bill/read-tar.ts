const BLOCK = 512;

/** A file of an archive; links and directories have no bytes. */
export type Entry = { path: string; kind: 'file' | 'directory' | 'link'; bytes: Buffer };

/** Attributes of POSIX archives: lines of length, name and value, the length counting itself. */
function readAttributes(bytes: Buffer): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at < bytes.length; ) {
    const length = Number(bytes.toString('utf8', at, bytes.indexOf(' ', at)));
    if (!(length > 0)) throw new Error('the archive has a broken header');
    const line = bytes.toString('utf8', at, at + length - 1);
    const [name = '', ...value] = line.slice(line.indexOf(' ') + 1).split('=');
    found[name] = value.join('=');
    at += length;
  }
  return found;
}

const KINDS: Readonly<Record<string, Entry['kind']>> = { '0': 'file', '\0': 'file', '5': 'directory' };

/** Reads an archive whole: POSIX with long names and sizes as attributes, and the long names of GNU. */
export function readTar(archive: Buffer): Entry[] {
  const entries: Entry[] = [];
  let extra: Record<string, string> = {};
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const text = (from: number, length: number): string =>
      header.toString('utf8', from, from + length).replace(/\0[\s\S]*$/, '');
    const size = Number(extra['size'] ?? Number.parseInt(text(124, 12), 8));
    const bytes = archive.subarray(at + BLOCK, at + BLOCK + size);
    if (bytes.length !== size) throw new Error('the archive ends in the middle of a file');
    const flag = header.toString('latin1', 156, 157);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    if (flag === 'x') extra = { ...extra, ...readAttributes(bytes) };
    else if (flag === 'L') extra = { ...extra, path: bytes.toString('utf8').replace(/\0+$/, '') };
    else if (flag !== 'g') {
      const [name, prefix] = [text(0, 100), text(345, 155)];
      const path = (extra['path'] ?? (prefix ? `${prefix}/${name}` : name)).replace(/^\.?\//, '');
      entries.push({ path, kind: KINDS[flag] ?? 'link', bytes });
      extra = {};
    }
  }
  return entries;
}
