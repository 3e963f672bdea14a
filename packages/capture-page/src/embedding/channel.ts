import type { PageLanguage } from '@titular/contract/page';
import type { FrameMessage } from '@titular/contract/web-sdk';
import { SDK_CHANNEL } from '@titular/contract/web-sdk';
import { isPageLoad } from '../flow/page-load.ts';
import { parseLanguage } from '../i18n/choose-language.ts';

/** Path below which the server lets the page be shown in a frame. */
const FRAME_PATH = '/capture/frame/';
const CODE = /^[\w-]{20,100}$/;

/** What the frame is opened with; `embedder` is the origin of the page around it, as the browser names it. */
export interface FrameOpening {
  code: string;
  language: PageLanguage | undefined;
  /** Names the load of the shop's page; an SDK of an earlier release tells none. */
  pageLoad: string | undefined;
  embedder: string;
}

/** What is told to the SDK; the mark of the channel is added. */
type Told = FrameMessage extends infer Message
  ? Message extends FrameMessage
    ? Omit<Message, 'channel'>
    : never
  : never;

/** The page's line to the SDK around it. */
export interface Channel {
  /** Says that the page is ready for a code, and waits for it; undefined when none came within `timeoutMs`. */
  askForOpening(timeoutMs: number): Promise<FrameOpening | undefined>;
  /** Who hears that the person wants to leave, by a gesture that the page around noticed. */
  onLeave(listener: () => void): void;
  /** Tells the origin that sent the first code; nothing is said before there is one. */
  tell(message: Told): void;
}

/** Reads what the page around says; undefined for whatever has not exactly the shape of the contract. */
export function parseParentMessage(data: unknown): Omit<FrameOpening, 'embedder'> | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { channel, type, code, language, pageLoad } = data as Record<string, unknown>;
  if (channel !== SDK_CHANNEL || type !== 'open') return undefined;
  if (typeof code !== 'string' || !CODE.test(code)) return undefined;
  return {
    code,
    language: typeof language === 'string' ? parseLanguage(language) : undefined,
    pageLoad: isPageLoad(pageLoad) ? pageLoad : undefined,
  };
}

/** Whether the page around says that the person wants to leave. */
function isLeaveMessage(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false;
  const { channel, type } = data as Record<string, unknown>;
  return channel === SDK_CHANNEL && type === 'leave';
}

/** Whether the page is in a frame, at the address that is for frames. */
export function isFramed(own: Window): boolean {
  return own.parent !== own && own.location.pathname.startsWith(FRAME_PATH);
}

/**
 * Opens the line. Only messages of the parent window are accepted (HTML, section 9.3.2), and the first to open binds
 * the channel to its origin. The server opens a code only on the origin it was made for.
 */
export function openChannel(own: Window): Channel {
  let embedder: string | undefined;
  let leave: () => void = () => undefined;
  let take: ((opening: FrameOpening) => void) | undefined;
  own.addEventListener('message', ({ source, origin, data }) => {
    if (source !== own.parent || (embedder !== undefined && origin !== embedder)) return;
    if (embedder !== undefined && isLeaveMessage(data)) return leave();
    const said = parseParentMessage(data);
    if (!said || !take) return;
    embedder = origin;
    take({ ...said, embedder: origin });
    take = undefined;
  });
  const send = (message: Told, origin: string) =>
    own.parent.postMessage({ channel: SDK_CHANNEL, ...message }, origin);
  return {
    askForOpening: (timeoutMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(undefined), timeoutMs);
        take = (opening) => {
          clearTimeout(timer);
          resolve(opening);
        };
        send({ type: 'ready' }, embedder ?? '*');
      }),
    onLeave: (listener) => {
      leave = listener;
    },
    tell: (message) => {
      if (embedder !== undefined) send(message, embedder);
    },
  };
}
