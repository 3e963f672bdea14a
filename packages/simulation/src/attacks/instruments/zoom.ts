import type { Held, Stance } from './instrument.ts';
import type { Sheet } from './sheet.ts';

/** A sheet held straight before the camera, nearer or farther: all of it grows alike. */
export const zoomOf = ({ full, centre }: Sheet, { size }: Pick<Stance, 'size'>): Held => ({
  see: ({ xs, ys, cover }) => {
    const [right, bottom] = [full.width - 1, full.height - 1];
    for (let index = 0; index < xs.length; index += 1) {
      const x = centre.x + (xs[index] as number) / size;
      const y = centre.y + (ys[index] as number) / size;
      xs[index] = x;
      ys[index] = y;
      if (x < 0 || y < 0 || x > right || y > bottom) cover[index] = 0;
    }
  },
  place: (point) => ({ x: (point.x - centre.x) * size, y: (point.y - centre.y) * size }),
});
