import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { findDifference } from './find-difference.ts';
import { portalGoldenDirectory, toGolden } from './golden.ts';

const INK = '#13242e';

const rectangle = async (width: number, height: number, colour: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();

const paint = async (picture: Buffer, ...parts: OverlayOptions[]): Promise<Buffer> =>
  sharp(picture).composite(parts).png().toBuffer();

/** A button as small as the portal has: a border and an icon of thin lines. */
async function smallButton(left: number, top: number): Promise<OverlayOptions> {
  const [border, face, line, stem] = await Promise.all([
    rectangle(28, 28, '#8a9aa3'),
    rectangle(26, 26, '#ffffff'),
    rectangle(12, 2, INK),
    rectangle(2, 12, INK),
  ]);
  const input = await paint(
    border,
    { input: face, left: 1, top: 1 },
    { input: line, left: 8, top: 13 },
    { input: stem, left: 13, top: 8 },
  );
  return { input, left, top };
}

/** What another processor does to a picture: every pixel at an edge is a little lighter or darker. */
async function roughen(png: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const rough = Buffer.from(data);
  for (let at = channels; at < data.length - channels; at += 1) {
    const isEdge = data[at] !== data[at - channels] || data[at] !== data[at + channels];
    if (!isEdge) continue;
    const step = (Math.floor(at / channels) * 7) % 2 === 0 ? 24 : -24;
    rough[at] = Math.min(255, Math.max(0, (data[at] ?? 0) + step));
  }
  return sharp(rough, { raw: { width, height, channels } }).png().toBuffer();
}

describe('the comparison of pictures', () => {
  test('sees a word that is missing and another size, and lets pass what no eye sees', async () => {
    const golden = await rectangle(100, 100, '#f2f6f7');
    const mark = async (side: number) => ({ input: await rectangle(side, side, INK), left: 10, top: 10 });
    expect(await findDifference(await paint(golden, await mark(8)), golden)).toMatchObject({
      words: 'differs in 64 pixels, 64 of them in the 32x32 at 0,0',
    });
    expect(await findDifference(await rectangle(101, 100, '#f2f6f7'), golden)).toEqual({
      words: 'is 101x100 instead of 100x100',
    });
    const [light, dark] = [await rectangle(100, 100, '#ffffff'), await rectangle(100, 100, '#0c151c')];
    expect(await findDifference(light, dark)).toBeDefined();
    const near = await paint(await rectangle(100, 100, '#f1f5f6'), await mark(3));
    expect(await findDifference(near, golden)).toBeUndefined();
  });

  test('sees a mark of a few pixels in a picture of any size, and says where it is, on whatever tiles it lies', async () => {
    const golden = await rectangle(1280, 800, '#ffffff');
    const mark = { input: await rectangle(6, 6, INK), left: 637, top: 397 };
    const found = await findDifference(await paint(golden, mark), golden);
    expect(found?.words).toBe('differs in 36 pixels, 36 of them in the 32x32 at 624,384');
    const corner = { input: await rectangle(6, 6, INK), left: 1274, top: 794 };
    expect((await findDifference(await paint(golden, corner), golden))?.words).toBe(
      'differs in 36 pixels, 36 of them in the 32x32 at 1248,768',
    );
  });

  test('lets changes pass that are spread thinly, and none that are many', async () => {
    const golden = await rectangle(320, 320, '#ffffff');
    const dot = await rectangle(1, 1, INK);
    const dots = (step: number): OverlayOptions[] =>
      Array.from({ length: Math.floor(320 / step) ** 2 }, (_, at) => ({
        input: dot,
        left: (at % Math.floor(320 / step)) * step + 3,
        top: Math.floor(at / Math.floor(320 / step)) * step + 3,
      }));
    expect(await findDifference(await paint(golden, ...dots(40)), golden)).toBeUndefined();
    expect((await findDifference(await paint(golden, ...dots(20)), golden))?.words).toMatch(
      /^differs in 256 /,
    );
  });
});

describe('the golden pictures against themselves', () => {
  const wide = async (): Promise<string[]> => {
    const names = (await readdir(portalGoldenDirectory)).filter((name) => name.endsWith('.en.1280.png'));
    // A few of all kinds: each takes long.
    return names.filter((_, at) => at % Math.ceil(names.length / 6) === 0);
  };
  const read = (name: string): Promise<Buffer> => readFile(join(portalGoldenDirectory, name));

  test('one small button more is a difference, as taken and as kept; the picture of it is given', async () => {
    const names = await wide();
    expect(names.length).toBeGreaterThan(4);
    for (const name of names) {
      const golden = await read(name);
      const painted = await paint(golden, await smallButton(610, 330));
      for (const picture of [painted, await toGolden(painted)]) {
        const found = await findDifference(picture, golden);
        expect(found?.words, name).toMatch(
          /^differs in \d+ pixels, \d+ of them in the 32x32 at 6\d\d,3\d\d$/,
        );
        expect((await sharp(found?.picture).metadata()).width, name).toBe(1280);
      }
    }
  });

  test('one small button less is a difference too', async () => {
    const [name = ''] = await wide();
    const plain = await read(name);
    const golden = await toGolden(await paint(plain, await smallButton(610, 330)));
    expect((await findDifference(plain, golden))?.words).toMatch(/ at 6\d\d,3\d\d$/);
  });

  test('edges that another processor rounds are none', async () => {
    for (const name of await wide()) {
      const golden = await read(name);
      const rough = await roughen(golden);
      expect(await findDifference(rough, golden), name).toBeUndefined();
      expect(await findDifference(await toGolden(rough), golden), name).toBeUndefined();
    }
  });
});
