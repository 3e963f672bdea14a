import type { Held, Stance } from './instrument.ts';
import type { Sheet } from './sheet.ts';

/** A sheet held straight before the camera, nearer or farther: all of it grows alike. */
export const zoomOf = ({ full, centre }: Sheet, { size }: Pick<Stance, 'size'>): Held => ({
  see: (x, y, seen) => {
    seen.x = centre.x + x / size;
    seen.y = centre.y + y / size;
    if (seen.x < 0 || seen.y < 0 || seen.x > full.width - 1 || seen.y > full.height - 1) seen.cover = 0;
  },
  place: (point) => ({ x: (point.x - centre.x) * size, y: (point.y - centre.y) * size }),
});
