import {
  PREVIEW_CHANNEL,
  PREVIEW_SCREENS,
  type PreviewAnswer,
  type PreviewRequest,
  type PreviewView,
} from '@titular/contract/page-preview';

/** Reads what the frame says; undefined for whatever has not exactly the contract's shape. */
export function parsePreviewAnswer(data: unknown): PreviewAnswer | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { channel, type, screen, ...others } = data as Record<string, unknown>;
  if (channel !== PREVIEW_CHANNEL || Object.keys(others).length > 0) return undefined;
  if (type === 'ready') return 'screen' in data ? undefined : { channel, type };
  const shown = PREVIEW_SCREENS.find((one) => one === screen);
  return type === 'shown' && shown ? { channel, type, screen: shown } : undefined;
}

/** What the line needs of this page's window. */
type OwnWindow = Pick<Window, 'addEventListener' | 'removeEventListener'>;
/** The window within the frame. */
type FrameWindow = Pick<Window, 'postMessage'>;

/** The line to the frame. */
export type PreviewLine = { show(looks: PreviewView): void; close(): void };

/**
 * Opens the line to the window of the frame. Only its messages, from the origin of its address and of exactly the contract's
 * shape, are heard (ASVS 3.5.5); what is told goes to that origin alone.
 */
export function openPreviewLine(
  own: OwnWindow,
  findFrame: () => FrameWindow | null | undefined,
  origin: string,
  onAnswer: (answer: PreviewAnswer) => void,
): PreviewLine {
  const listen = (event: MessageEvent): void => {
    if (event.source === null || event.source !== findFrame() || event.origin !== origin) return;
    const answer = parsePreviewAnswer(event.data);
    if (answer) onAnswer(answer);
  };
  own.addEventListener('message', listen);
  return {
    show: (looks) => {
      const request: PreviewRequest = { channel: PREVIEW_CHANNEL, type: 'show', looks };
      findFrame()?.postMessage(request, origin);
    },
    close: () => own.removeEventListener('message', listen),
  };
}
