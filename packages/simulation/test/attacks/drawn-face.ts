import type { FacePhotograph } from '@titular/simulation/attacks/instruments/sheet.ts';

/** A face of ovals in a picture of 600 by 600, with its points among 468; the others lie in its middle. */
export function drawnFace(): FacePhotograph {
  const [width, height] = [600, 600];
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      const inFace = ((x - 300) / 130) ** 2 + ((y - 300) / 175) ** 2 < 1;
      pixels.set(inFace ? [200, 160 + (x % 20), 140] : [90, 110 + (y % 30), 130], at);
    }
  const points = Array.from({ length: 468 }, () => ({ x: 300, y: 300 }));
  const places = {
    33: [220, 250],
    263: [380, 250],
    4: [300, 320],
    61: [260, 390],
    291: [340, 390],
    13: [300, 388],
    14: [300, 390],
    152: [300, 470],
  };
  for (const [index, [x = 0, y = 0]] of Object.entries(places)) points[Number(index)] = { x, y };
  return { picture: { width, height, pixels }, points };
}
