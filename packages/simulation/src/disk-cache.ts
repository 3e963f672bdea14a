import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = dirname(fileURLToPath(import.meta.url));
const DIRECTORY = join(SOURCES, '../../../node_modules/.cache/titular-simulation');

let version: string | undefined;

/** A digest of all code that pictures follow from, so that a change of it makes them anew. */
function codeVersion(): string {
  if (version) return version;
  const hash = createHash('sha256');
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  for (const name of names.sort()) hash.update(name).update(readFileSync(join(SOURCES, name)));
  version = hash.digest('hex');
  return version;
}

const made = new Map<string, Promise<Buffer>>();

async function readOrMake(file: string, make: () => Promise<Uint8Array>): Promise<Buffer> {
  const known = await readFile(file).catch(() => undefined);
  if (known) return known;
  const bytes = await make();
  await mkdir(DIRECTORY, { recursive: true });
  // Another process may make the same: whoever is last wins, and nobody reads half a file.
  const partial = `${file}.${randomUUID()}`;
  await writeFile(partial, bytes);
  await rename(partial, file);
  return Buffer.from(bytes);
}

/** What `make` gave for this key with this code before, in this process or another, or what it gives now. The key has to name all that the bytes follow from. */
export function cachedOnDisk(key: readonly unknown[], make: () => Promise<Uint8Array>): Promise<Buffer> {
  const name = createHash('sha256')
    .update(JSON.stringify([codeVersion(), key]))
    .digest('hex')
    .slice(0, 40);
  const known = made.get(name) ?? readOrMake(join(DIRECTORY, name), make);
  made.set(name, known);
  known.catch(() => made.delete(name));
  return known;
}
