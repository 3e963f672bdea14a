import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { GOLDEN_SIZES, goldenDirectory, goldenFile, takePicture } from './golden.ts';
import { holdingTime, lookAt, openViewer } from './open-viewer.ts';
import { looks } from './screen-states.ts';

// Words after the command choose the looks whose names begin so; without any, all are renewed and those of no look are removed.
const wanted = process.argv.slice(2);
const chosen = looks.filter(
  ({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
);

await mkdir(goldenDirectory, { recursive: true });
const viewer = await openViewer();
const written = new Set<string>();
for (const look of chosen) {
  await lookAt(viewer, look, async (page, language) => {
    for (const size of GOLDEN_SIZES) {
      const file = goldenFile(look.name, language, size.width);
      await writeFile(file, await holdingTime(page, () => takePicture(page, size)));
      written.add(basename(file));
    }
  });
  console.log(look.name);
}
await viewer.close();
if (wanted.length === 0)
  for (const name of await readdir(goldenDirectory))
    if (!written.has(name)) await rm(join(goldenDirectory, name));
console.log(`${written.size} pictures`);
