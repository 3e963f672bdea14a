import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DRESSED_LANGUAGE, dressedLooks, SMALL_PHONE, takeDressed } from './dressed-looks.ts';
import { checkPicture, goldenFile } from './golden.ts';
import { holdingTime, lookAt, openViewer, type Viewer } from './open-viewer.ts';
import { DIFFERENCES } from './visit.ts';

describe('dark, forced colours, a small phone and the focus of a keyboard (D25)', () => {
  let viewer: Viewer;
  beforeAll(async () => {
    viewer = await openViewer();
  });
  afterAll(() => viewer.close());

  test.concurrent.each(dressedLooks.map((dressed) => [dressed.name, dressed] as const))(
    '%s looks as it was last looked at',
    async (name, dressed) => {
      const found: (string | undefined)[] = [];
      await lookAt(
        viewer,
        dressed.look,
        async (page) => {
          const shot = await holdingTime(page, () => takeDressed(page, dressed));
          const golden = goldenFile(name, DRESSED_LANGUAGE, SMALL_PHONE.width);
          found.push(await checkPicture(shot, golden, DIFFERENCES));
        },
        [DRESSED_LANGUAGE],
      );
      expect(found).toEqual([undefined]);
    },
  );
});
