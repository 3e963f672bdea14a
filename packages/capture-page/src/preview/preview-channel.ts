import type { PreviewAnswer, PreviewScreen, PreviewView } from '@titular/contract/page-preview';
import { PREVIEW_CHANNEL } from '@titular/contract/page-preview';
import { parsePreviewRequest } from './parse-looks.ts';

/** The preview's line to the portal around it. */
export interface PreviewChannel {
  tellReady(): void;
  tellShown(screen: PreviewScreen): void;
}

/** What the channel needs of the window. */
type OwnWindow = Pick<Window, 'addEventListener'> & { parent: Pick<Window, 'postMessage'> };

/**
 * Opens the line. Only messages of the parent window, of the portal's origin and of exactly the contract's shape are heard
 * (ASVS 3.5.5); what is told goes to that origin alone.
 */
export function openPreviewChannel(
  own: OwnWindow,
  portal: string,
  onView: (looks: PreviewView) => void,
): PreviewChannel {
  own.addEventListener('message', ({ source, origin, data }) => {
    if (source !== own.parent || origin !== portal) return;
    const looks = parsePreviewRequest(data);
    if (looks) onView(looks);
  });
  const tell = (answer: PreviewAnswer): void => own.parent.postMessage(answer, portal);
  return {
    tellReady: () => tell({ channel: PREVIEW_CHANNEL, type: 'ready' }),
    tellShown: (screen) => tell({ channel: PREVIEW_CHANNEL, type: 'shown', screen }),
  };
}
