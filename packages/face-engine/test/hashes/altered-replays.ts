import sharp, { type Sharp } from 'sharp';

type Alter = (jpeg: Buffer) => Promise<Buffer>;

/** Size of a camera picture, in pixels. */
const WIDTH = 640;
const HEIGHT = 480;

const edited =
  (edit: (picture: Sharp) => Sharp, quality = 88): Alter =>
  (jpeg) =>
    edit(sharp(jpeg)).jpeg({ quality }).toBuffer();

/** Cut by a part of width and height, with so much of what is cut at the left and at the top, and brought back to its size. */
const cropped = (part: number, left = 0.5, top = 0.5): Alter => {
  const [width, height] = [Math.round(WIDTH * (1 - part)), Math.round(HEIGHT * (1 - part))];
  return edited((picture) =>
    picture
      .extract({
        left: Math.round((WIDTH - width) * left),
        top: Math.round((HEIGHT - height) * top),
        width,
        height,
      })
      .resize(WIDTH, HEIGHT),
  );
};

/** Rolled about its middle, in a picture of the same size. */
const rolled =
  (degrees: number): Alter =>
  async (jpeg) => {
    const { data, info } = await sharp(jpeg)
      .rotate(degrees, { background: '#777' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
      .extract({
        left: (info.width - WIDTH) >> 1,
        top: (info.height - HEIGHT) >> 1,
        width: WIDTH,
        height: HEIGHT,
      })
      .jpeg({ quality: 88 })
      .toBuffer();
  };

const mirrored = edited((picture) => picture.flop());

const inTurn =
  (...alterations: Alter[]): Alter =>
  async (jpeg) => {
    let altered = jpeg;
    for (const alter of alterations) altered = await alter(altered);
    return altered;
  };

/** What somebody does to a recording before it is sent once more. */
export const alteredReplays: Readonly<Record<string, Alter>> = {
  'cropped by 3 %': cropped(0.03, 0.2, 0.8),
  'cropped by 8 %': cropped(0.08),
  'cropped by 10 %': cropped(0.1, 0.3, 0.6),
  'rolled by 3 degrees': rolled(3),
  'rolled by 5 degrees': rolled(5),
  'rolled by 5 degrees to the other side': rolled(-5),
  mirrored,
  'half as large': edited((picture) => picture.resize(320)),
  'half as large again': edited((picture) => picture.resize(960)),
  'as JPEG of quality 60': edited((picture) => picture, 60),
  'as JPEG of quality 95': edited((picture) => picture, 95),
  '10 % brighter': edited((picture) => picture.linear(1.1, 0)),
  '10 % darker': edited((picture) => picture.linear(0.9, 0)),
  '10 % flatter': edited((picture) => picture.linear(0.9, 12.8)),
  '10 % harder': edited((picture) => picture.linear(1.1, -12.8)),
  'cropped by 8 % and rolled by 3 degrees': inTurn(cropped(0.08), rolled(3)),
  'cropped by 10 % and mirrored': inTurn(cropped(0.1), mirrored),
  'rolled by 5 degrees, cropped by 10 %, mirrored and brighter': inTurn(
    rolled(5),
    cropped(0.1, 0.6, 0.4),
    mirrored,
    edited((picture) => picture.linear(1.08, 0)),
  ),
};
