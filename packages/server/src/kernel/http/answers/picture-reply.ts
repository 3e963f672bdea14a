import type { RouteReply } from '../route.ts';

/** Answers with a JPEG that is saved under a name without anything of the caller's, and never shown in a page of ours. */
export const pictureReply = (image: Buffer, name: 'capture' | 'reference'): RouteReply => ({
  status: 200,
  headers: {
    'content-type': 'image/jpeg',
    'content-disposition': `attachment; filename="${name}.jpg"`,
  },
  body: image,
});
