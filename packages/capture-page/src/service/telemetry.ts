import {
  type BrowserFamily,
  MAX_PAGE_EVENTS,
  type PageEvent,
  type ReportPageEventsRequest,
} from '@titular/contract/page-events';

/** What telling needs of browser and network. */
interface TelemetryPorts {
  browser(): BrowserFamily;
  /** Sends a batch even while the page is being left; `later` when it did not arrive and may be sent again. */
  send(request: ReportPageEventsRequest): Promise<'done' | 'later'>;
  isHidden(): boolean;
  /** Calls back at the next quiet moment. */
  schedule(run: () => void): void;
}

/** Hears each event as it happens, whether or not it was counted. */
type PageEventListener = (event: PageEvent) => void;

/** Tells of the page's course; nothing here throws, waits or holds anything else up. */
export interface Telemetry {
  tell(event: PageEvent): void;
  /** Begins to send; what happened before goes out as well, once the session is open. */
  start(ports: TelemetryPorts): void;
  /** Sends what is there at once, as a page that is being left must. */
  flush(): void;
  /** Answers how to stop listening. */
  onPageEvent(listener: PageEventListener): () => void;
}

/** What is told once for each load of the page, however often it is noticed. */
const ONCE: ReadonlySet<PageEvent> = new Set(['opened', 'in_app_browser', 'low_light', 'result_shown']);
/** What waits while nothing can be sent; beyond it the newest are left out. */
const MAX_WAITING = 100;

/** Makes the teller of one page; nothing is sent before `opened`, since there is no session that it could belong to. */
export function createTelemetry(): Telemetry {
  const listeners = new Set<PageEventListener>();
  const told = new Set<PageEvent>();
  let waiting: PageEvent[] = [];
  let ports: TelemetryPorts | undefined;
  let isScheduled = false;

  function sendNext(): void {
    if (ports === undefined || !told.has('opened') || waiting.length === 0) return;
    const events = waiting.slice(0, MAX_PAGE_EVENTS);
    waiting = waiting.slice(MAX_PAGE_EVENTS);
    const putBack = (answer: 'done' | 'later') => {
      if (answer === 'later') waiting = [...events, ...waiting].slice(0, MAX_WAITING);
    };
    ports.send({ browser: ports.browser(), events }).then(putBack, () => undefined);
    if (waiting.length > 0) sendNext();
  }

  function sendSoon(): void {
    const isHidden = ports?.isHidden() === true;
    if (isHidden) sendNext();
    if (ports === undefined || isHidden || isScheduled) return;
    isScheduled = true;
    ports.schedule(() => {
      isScheduled = false;
      sendNext();
    });
  }

  return {
    tell: (event) => {
      if (ONCE.has(event) && told.has(event)) return;
      told.add(event);
      if (waiting.length < MAX_WAITING) waiting.push(event);
      for (const listener of listeners) listener(event);
      sendSoon();
    },
    start: (given) => {
      ports = given;
      sendSoon();
    },
    flush: sendNext,
    onPageEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The teller of this page. */
export const pageTelemetry: Telemetry = createTelemetry();
