import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';

const run = promisify(execFile);

/** The signature of a document, and the bytes that it covers: every byte but its own. */
export function takeApart(document: Buffer): { signature: Buffer; covered: Buffer } {
  const text = document.toString('latin1');
  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(text) ?? [];
  const [, from = 0, to = 0, rest = 0] = range.map(Number);
  if (to + rest !== document.length) throw new Error('the signature covers the whole document');
  const bytes = Buffer.from(text.slice(from + 1, to - 1), 'hex');
  return {
    signature: bytes.subarray(0, 4 + bytes.readUInt16BE(2)),
    covered: Buffer.concat([document.subarray(0, from), document.subarray(to)]),
  };
}

/** Has another program verify a detached signature; answers the certificate, and rejects where it does not hold. */
export async function checkWithOpenssl(signature: Buffer, covered: Buffer): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-pdf-'));
  const [signatureFile, contentFile, certificateFile] = [
    join(directory, 's.der'),
    join(directory, 'c.bin'),
    join(directory, 'c.pem'),
  ];
  try {
    await writeFile(signatureFile, signature);
    await writeFile(contentFile, covered);
    const files = ['-in', signatureFile, '-content', contentFile, '-out', '/dev/null'];
    const how = ['cms', '-verify', '-binary', '-noverify', '-inform', 'DER'];
    await run('openssl', [...how, ...files, '-certsout', certificateFile]);
    return await readFile(certificateFile, 'utf8');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function* streamsOf(document: Buffer): Generator<Buffer> {
  let from = 0;
  for (;;) {
    const start = document.indexOf('stream\n', from);
    if (start < 0) return;
    const end = document.indexOf('\nendstream', start);
    yield document.subarray(start + 7, end);
    from = end + 10;
  }
}

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    return '';
  }
}

const WINDOWS = new TextDecoder('windows-1252');

/** The text that a document shows, as its own writer encodes it; lines of a paragraph are joined by spaces. */
export function readText(document: Buffer): string {
  const pages = [...streamsOf(document)].map(inflated).filter((content) => content.includes(' TJ'));
  const shown = pages.flatMap((content) =>
    [...content.matchAll(/\[(.*?)\] TJ/g)].map(([, parts = '']) => {
      const hex = [...parts.matchAll(/<([0-9a-f]*)>/gi)].map(([, digits = '']) => digits).join('');
      return WINDOWS.decode(Buffer.from(hex, 'hex'));
    }),
  );
  return shown.join(' ').replace(/ +/g, ' ');
}

/** How many pictures a document holds. */
export const countPictures = (document: Buffer): number =>
  document.toString('latin1').split('/Subtype /Image').length - 1;
