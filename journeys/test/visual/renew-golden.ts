import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DRESSED_LANGUAGE, dressedLooks, SMALL_PHONE, takeDressed } from './dressed-looks.ts';
import {
  GOLDEN_SIZES,
  goldenDirectory,
  goldenFile,
  portalGoldenDirectory,
  takePicture,
  toGolden,
} from './golden.ts';
import { holdingTime, lookAt, openViewer } from './open-viewer.ts';
import { looks } from './screen-states.ts';

// Words after the command choose the looks whose names begin so; without any, all are renewed and those of no look are removed.
const wanted = process.argv.slice(2);
const isWanted = ({ name }: { name: string }): boolean =>
  wanted.length === 0 || wanted.some((start) => name.startsWith(start));
const chosen = looks.filter(isWanted);

await mkdir(goldenDirectory, { recursive: true });
const viewer = await openViewer();
const written = new Set<string>();
for (const look of chosen) {
  await lookAt(viewer, look, async (page, language) => {
    for (const size of GOLDEN_SIZES) {
      const file = goldenFile(look.name, language, size.width);
      await writeFile(file, await toGolden(await holdingTime(page, () => takePicture(page, size))));
      written.add(basename(file));
    }
  });
  console.log(look.name);
}
for (const dressed of dressedLooks.filter(isWanted)) {
  await lookAt(
    viewer,
    dressed.look,
    async (page) => {
      const file = goldenFile(dressed.name, DRESSED_LANGUAGE, SMALL_PHONE.width);
      await writeFile(file, await toGolden(await holdingTime(page, () => takeDressed(page, dressed))));
      written.add(basename(file));
    },
    [DRESSED_LANGUAGE],
  );
  console.log(dressed.name);
}
await viewer.close();
if (wanted.length === 0)
  for (const name of await readdir(goldenDirectory))
    if (name.endsWith('.png') && !written.has(name)) await rm(join(goldenDirectory, name));
console.log(`${written.size} pictures`);

// Those of the portal are taken by its tests, which have the service and the people.
if (wanted.length === 0) await rm(portalGoldenDirectory, { recursive: true, force: true });
await mkdir(portalGoldenDirectory, { recursive: true });
const run = [
  ...['vitest', 'run', '--mode', 'golden', 'test/portal/looks'],
  // It compares the list of pictures, which are only being made.
  ...['--exclude', '**/kept-pictures.test.ts'],
];
const names = wanted.map((start) => `\\b${start}`).join('|');
const tests = spawn('npx', names === '' ? run : [...run, '--testNamePattern', names], {
  cwd: fileURLToPath(new URL('../../..', import.meta.url)),
  stdio: 'inherit',
});
[process.exitCode] = await once(tests, 'exit');
