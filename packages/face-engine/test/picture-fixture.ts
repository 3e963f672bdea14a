import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyFrame, pairOf, turnedFrame } from '@titular/test-kit/faces/portraits.ts';
import sharp from 'sharp';

/** Degrees by which a head is turned in the good pictures of each person. */
const DEGREES = [0, 10, -10, 18] as const;

/** People of the test kit. */
export const PEOPLE = ['a', 'b', 'c'] as const;

/** Comparisons of the good pictures: six for each person, and sixteen for each two. */
export const MATED = 3 * 6;
export const NON_MATED = 3 * 16;

/** What lies in the directory and cannot be compared, with the reason that is told. */
export const USELESS = [
  { path: 'a/damaged.jpg', reason: 'damaged' },
  { path: 'a/notes.txt', reason: 'not_a_jpeg_or_png' },
  { path: 'b/two.jpg', reason: 'several_faces' },
  { path: 'c/wall.jpg', reason: 'no_face' },
  { path: 'list.txt', reason: 'not_a_jpeg_or_png' },
] as const;

/** A directory with a folder for each person, some of what operators leave lying about, and room beside it. */
export type PictureFixture = { root: string; pictures: string; drop(): Promise<void> };

/** Writes the good pictures of everybody below a directory; the last of each person is a PNG. */
async function writePeople(directory: string): Promise<void> {
  for (const person of PEOPLE) {
    await mkdir(join(directory, person), { recursive: true });
    for (const degrees of DEGREES) {
      const frame = await turnedFrame(person, degrees);
      const isPng = degrees === DEGREES.at(-1);
      const name = `${degrees}.${isPng ? 'PNG' : 'jpg'}`;
      await writeFile(join(directory, person, name), isPng ? await sharp(frame).png().toBuffer() : frame);
    }
  }
}

/** Makes the ground in a directory of its own. */
export async function openPictureFixture(): Promise<PictureFixture> {
  const root = await mkdtemp(join(tmpdir(), 'titular-test-'));
  const pictures = join(root, 'pictures');
  await writePeople(pictures);
  const useless: Record<(typeof USELESS)[number]['path'], Uint8Array | string> = {
    'a/damaged.jpg': (await turnedFrame('a', 0)).subarray(0, 9000),
    'a/notes.txt': 'a note',
    'b/two.jpg': await pairOf('a', 'b'),
    'c/wall.jpg': await emptyFrame('wall'),
    'list.txt': 'a list',
  };
  for (const [path, content] of Object.entries(useless)) await writeFile(join(pictures, path), content);
  return { root, pictures, drop: () => rm(root, { recursive: true, force: true }) };
}
