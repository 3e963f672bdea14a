import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type NetsLocation, startFaceEngine } from '../engine/worker-face-engine.ts';
import { openSharp } from '../image/open-sharp.ts';

/** A face of which the engine inside made a descriptor, as a JPEG of `side` by `side` pixels. */
export type ReferenceFace = { jpeg: Buffer; side: number; descriptor: Float32Array };

/** Squares with one face each in the photographs that come with the models: left, top and side in pixels of the file. */
const SQUARES = [
  { file: 'sample6.jpg', left: 1032, top: 250, side: 480 },
  { file: 'sample5.jpg', left: 200, top: 780, side: 560 },
  { file: 'sample6.jpg', left: 1295, top: 180, side: 540 },
] as const;

const SIDE = 640;

const require = createRequire(import.meta.url);
const photograph = (file: string): string =>
  join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'demo', file);

async function cutOut({ file, left, top, side }: (typeof SQUARES)[number]): Promise<Buffer> {
  const sharp = await openSharp();
  return sharp(photograph(file))
    .extract({ left, top, width: side, height: side })
    .resize(SIDE, SIDE)
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** Measures the reference faces with the engine inside, in a process that ends with it; throws where a photograph or a face is missing. */
export async function measureReferences(place: NetsLocation): Promise<ReferenceFace[]> {
  const pictures = await Promise.all(SQUARES.map(cutOut));
  const engine = await startFaceEngine({ threads: 1, ...place });
  try {
    const references: ReferenceFace[] = [];
    for (const jpeg of pictures) {
      const analysis = await engine.analyse(jpeg);
      const descriptor = analysis.kind === 'analysed' ? analysis.face?.identity?.descriptor : undefined;
      if (!descriptor) throw new Error('the engine inside finds no face in a reference picture');
      references.push({ jpeg, side: SIDE, descriptor });
    }
    return references;
  } finally {
    await engine.close();
  }
}
