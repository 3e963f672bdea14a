import { expect, test } from 'vitest';
import { lookAt, openViewer } from './open-viewer.ts';
import { looks } from './screen-states.ts';

const MAX_BYTES = 60_000;

test(`the scripts that are fetched before the camera opens have less than ${MAX_BYTES / 1000} kB, compressed by gzip`, async () => {
  const look = looks.find(({ name }) => name === 'camera-front');
  if (!look) throw new Error('the look is there');
  const fetched = new Set<string>();
  const viewer = await openViewer((context) =>
    context.on('request', (request) => {
      if (request.resourceType() === 'script') fetched.add(new URL(request.url()).pathname);
    }),
  );
  try {
    await lookAt(viewer, look, async () => undefined, ['en']);
    const sizes = [...fetched].map((path) =>
      Buffer.byteLength(
        viewer.files.assets.get(path.replace('/capture/assets/', ''))?.gzip.body as Uint8Array,
      ),
    );
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
  } finally {
    await viewer.close();
  }
});
