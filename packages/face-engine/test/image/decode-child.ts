import { readFileSync } from 'node:fs';
import { decodeImage, FRAME_LIMITS } from '@titular/face-engine/image/decode-image.ts';
import sharp from 'sharp';

/** Decodes the picture in a process of its own and prints what came of it and by how many bytes the process grew at most. */
const small = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#777' } })
  .jpeg()
  .toBuffer();
await decodeImage(small, FRAME_LIMITS);
const image = readFileSync(process.argv[2] ?? '');
const before = process.resourceUsage().maxRSS;
const { kind } = await decodeImage(image, FRAME_LIMITS);
console.log(JSON.stringify({ kind, grownBytes: (process.resourceUsage().maxRSS - before) * 1024 }));
