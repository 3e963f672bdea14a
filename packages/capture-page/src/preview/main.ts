import { PREVIEW_ORIGIN_MARK } from '@titular/contract/page-preview';
import { openPreviewChannel } from './preview-channel.ts';
import { createPreview } from './show-preview.ts';

const NAME = 'meta[name="preview-portal"]';

/** The portal's origin as the server wrote it; undefined in a document that it did not fill in. */
function findPortal(): string | undefined {
  const origin = document.querySelector<HTMLMetaElement>(NAME)?.content;
  return origin === PREVIEW_ORIGIN_MARK ? undefined : origin;
}

const root = document.getElementById('app');
const portal = findPortal();
// Opened alone, the document's own sentence stays.
if (root !== null && portal !== undefined && window.parent !== window) {
  const preview = createPreview(root);
  const channel = openPreviewChannel(window, portal, async (looks) => {
    if (await preview.show(looks)) channel.tellShown(looks.screen);
  });
  channel.tellReady();
}
