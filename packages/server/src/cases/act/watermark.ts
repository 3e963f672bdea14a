import { openSharp } from '@titular/face-engine';
import { drawable, GLYPH_HEIGHT, hasInk, widthOf } from './glyphs.ts';

/** Pixels of RGBA, row by row. */
type Layer = { width: number; height: number; pixels: Buffer };

const CHANNELS = 4;
/** Opaque in the band; within the picture faint, so that what it shows stays visible. */
const BAND_ALPHA = 255;
const PICTURE_ALPHA = 80;
const WHITE = 255;
const BLACK = 0;
const JPEG_QUALITY = 90;
/** Signs of this size can be read in a picture of that width. */
const WIDTH_OF_ONE_SCALE = 320;
/** Rows of text within the picture stand so many of their heights apart. */
const ROW_GAP = 5;

function paint({ width, height, pixels }: Layer, x: number, y: number, shade: number, alpha: number): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  pixels.set([shade, shade, shade, alpha], (y * width + x) * CHANNELS);
}

/** Writes a text in white with a dark edge, so that it shows on any ground. */
function write(layer: Layer, text: string, at: { x: number; y: number; scale: number; alpha: number }): void {
  const { x, y, scale, alpha } = at;
  const each = (paintAt: (column: number, row: number) => void): void => {
    for (let row = 0; row < GLYPH_HEIGHT * scale; row += 1)
      for (let column = 0; column < widthOf(text) * scale; column += 1)
        if (hasInk(text, Math.floor(column / scale), Math.floor(row / scale))) paintAt(column, row);
  };
  each((column, row) => paint(layer, x + column + 1, y + row + 1, BLACK, alpha));
  each((column, row) => paint(layer, x + column, y + row, WHITE, alpha));
}

/** Repeats the text over the picture, each row shifted, so that no part of it can be cut out without. */
function tile(layer: Layer, text: string, pictureHeight: number, scale: number): void {
  const step = (widthOf(text) + 4) * scale;
  const rowStep = GLYPH_HEIGHT * ROW_GAP * scale;
  for (let row = 0; row * rowStep < pictureHeight; row += 1)
    for (let x = -((row * step) / 3) % step; x < layer.width; x += step)
      write(layer, text, { x: Math.round(x), y: row * rowStep + scale * 4, scale, alpha: PICTURE_ALPHA });
}

/** The text in lines that fit a width. */
function linesOf(text: string, width: number, scale: number): string[] {
  const most = Math.max(1, Math.floor(width / (widthOf(' ') * scale)) - 1);
  return text.match(new RegExp(`.{1,${most}}`, 'gu')) ?? [];
}

/** Draws a text into the bytes of a JPEG: over the picture, and in a band below it. The pixels of the picture keep their size and place. */
export async function drawWatermark(jpeg: Uint8Array, text: string): Promise<Buffer> {
  const sharp = await openSharp();
  const { width = 0, height = 0 } = await sharp(jpeg).metadata();
  const scale = Math.max(1, Math.round(width / WIDTH_OF_ONE_SCALE));
  const shown = drawable(text);
  const lines = linesOf(shown, width, scale);
  const lineStep = (GLYPH_HEIGHT + 3) * scale;
  const band = lines.length * lineStep + 3 * scale;
  const layer: Layer = {
    width,
    height: height + band,
    pixels: Buffer.alloc(width * (height + band) * CHANNELS),
  };
  tile(layer, shown, height, scale);
  layer.pixels.fill(Buffer.from([BLACK, BLACK, BLACK, BAND_ALPHA]), width * height * CHANNELS);
  for (const [index, line] of lines.entries())
    write(layer, line, { x: 3 * scale, y: height + 3 * scale + index * lineStep, scale, alpha: BAND_ALPHA });
  const raw = { width, height: height + band, channels: CHANNELS } as const;
  const extended = await sharp(jpeg).extend({ bottom: band, background: 'black' }).toBuffer();
  return sharp(extended)
    .composite([{ input: layer.pixels, raw }])
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}
