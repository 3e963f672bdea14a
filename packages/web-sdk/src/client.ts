import { checkOpenOptions, type Settings } from './options.ts';
import { requestOpening } from './request-opening.ts';
import { type RunningFrame, runFrame } from './run-frame.ts';
import { TitularError } from './titular-error.ts';
import type { Client, OpenOptions, Outcome } from './types.ts';

/** One page shows one frame, whichever client opened it. */
let isOpen = false;

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

/** Makes a connection to the service ready before it is needed. */
function preconnect(origin: string): void {
  const link = document.createElement('link');
  link.rel = 'preconnect';
  link.href = origin;
  link.crossOrigin = 'anonymous';
  document.head?.append(link);
}

/** A client of one service; `leaveFor` goes to an address in place of the shop's page. */
export function createClient(
  settings: Settings,
  leaveFor: (address: string) => void = (address) => window.location.assign(address),
): Client {
  let running: RunningFrame | undefined;
  let isLeft = false;
  preconnect(settings.origin);

  async function openFrame(options: OpenOptions): Promise<Outcome> {
    checkBrowser();
    const wanted = { ...settings, token: options.token, transactionId: options.transactionId };
    const opening = await requestOpening(wanted);
    const { transactionId } = opening;
    if (isLeft) return { concluded: false, transactionId, status: undefined };
    const renew = () => requestOpening(wanted);
    running = runFrame({ settings, opening, renew, onEvent: (event) => tell(options.onEvent, event) });
    return running.ended;
  }

  async function redirect({ token, transactionId }: OpenOptions): Promise<Outcome> {
    const opening = await requestOpening({ ...settings, token, transactionId });
    leaveFor(settings.origin + opening.path);
    return new Promise(() => undefined);
  }

  async function open(options: OpenOptions): Promise<Outcome> {
    checkOpenOptions(options);
    if (settings.type === 'REDIRECT') return redirect(options);
    if (isOpen) throw new TitularError('already_open');
    isOpen = true;
    isLeft = false;
    try {
      return await openFrame(options);
    } finally {
      isOpen = false;
      running = undefined;
    }
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
      isLeft = true;
      running?.close();
    },
  };
}
