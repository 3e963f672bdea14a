import { requestOpening } from './frame/request-opening.ts';
import { type RunningFrame, runFrame } from './frame/run-frame.ts';
import { checkOpenOptions, type Settings } from './options.ts';
import { TitularError } from './titular-error.ts';
import { readTokenTransaction } from './token-transaction.ts';
import type { Client, OpenOptions, Outcome } from './types.ts';

/** One page shows one frame, whichever client opened it, and any of them can take it away. */
let shown: RunningFrame | undefined;

const connected = new Set<string>();

function checkBrowser(): void {
  if (!window.isSecureContext) throw new TitularError('insecure_page');
  if (typeof navigator.mediaDevices?.getUserMedia !== 'function')
    throw new TitularError('browser_not_supported');
}

/** Tells the shop's page; what it throws is its own and must not keep the page from being taken away. */
function tell<Value>(listener: ((value: Value) => void) | undefined, value: Value): void {
  try {
    listener?.(value);
  } catch (fault) {
    setTimeout(() => {
      throw fault;
    });
  }
}

/**
 * Opens connections to the service before they are needed. Browsers keep the connection of the token exchange, which
 * sends no cookies, apart from that of a frame's page. To fetch the page's files ahead would be of no use, because
 * what one site has fetched is not shared with the frame of another.
 */
function preconnect(origin: string): void {
  if (connected.has(origin)) return;
  connected.add(origin);
  for (const crossOrigin of [null, 'anonymous']) {
    const link = document.createElement('link');
    link.rel = 'preconnect';
    link.href = origin;
    link.crossOrigin = crossOrigin;
    document.head?.append(link);
  }
}

/** A client of one service; `leaveFor` goes to an address in place of the shop's page. */
export function createClient(
  settings: Settings,
  leaveFor: (address: string) => void = (address) => window.location.assign(address),
): Client {
  preconnect(settings.origin);

  async function openFrame(options: OpenOptions): Promise<Outcome> {
    const { token, transactionId } = options;
    if (shown) throw new TitularError('already_open');
    checkBrowser();
    const frame = runFrame({
      settings,
      transactionId: transactionId ?? readTokenTransaction(token),
      request: (signal) => requestOpening({ ...settings, token, transactionId }, signal),
      onEvent: (event) => tell(options.onEvent, event),
    });
    shown = frame;
    try {
      return await frame.ended;
    } finally {
      if (shown === frame) shown = undefined;
    }
  }

  async function redirect({ token, transactionId }: OpenOptions): Promise<Outcome> {
    const opening = await requestOpening({ ...settings, token, transactionId });
    leaveFor(settings.origin + opening.path);
    return new Promise(() => undefined);
  }

  async function open(options: OpenOptions): Promise<Outcome> {
    checkOpenOptions(options);
    return settings.type === 'REDIRECT' ? redirect(options) : openFrame(options);
  }

  return {
    open: (options) => {
      const outcome = open(options).then((value) => {
        tell(options.onFinish, value);
        return value;
      });
      // Who listens for errors need not catch the promise as well; who does not is told of it by the browser.
      if (typeof options?.onError === 'function')
        outcome.catch((error: TitularError) => tell(options.onError, error));
      return outcome;
    },
    close: () => {
      shown?.close();
      shown = undefined;
    },
  };
}
