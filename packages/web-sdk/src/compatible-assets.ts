import { hasIdForm } from '@titular/contract/id-pattern';
import { createClient } from './client.ts';
import { parseInitOptions } from './options.ts';
import type { TitularError } from './titular-error.ts';
import type { Client, Outcome } from './types.ts';

/*
 * The global that the npm package `idpay-b2b-sdk` calls once it has loaded `/sdk-assets/index.js` from its host. Its names are the
 * package's; what stands behind them is this SDK.
 */

/** What the package's callers get at the end; some read it in one spelling, some in the other. */
type Concluded = {
  id: string;
  concluded: boolean;
  captureConcluded: boolean;
  capture_concluded: boolean;
};

type Listener = (transaction: Concluded, type: 'FINISH' | 'ERROR') => void;

type OpenRequest = {
  transactionId?: unknown;
  token?: unknown;
  host?: unknown;
  onFinish?: Listener;
};

const ANSWER = { supported: 'DEVICE_SUPPORTED', notSupported: 'DEVICE_NOT_SUPPORT' } as const;

let client: Client | undefined;

const concludedOf = (id: string, concluded: boolean): Concluded => ({
  id,
  concluded,
  captureConcluded: concluded,
  capture_concluded: concluded,
});

const clientOf = (type: 'IFRAME' | 'REDIRECT', host: unknown): Client =>
  createClient(parseInitOptions({ type, baseUrl: typeof host === 'string' ? host : location.origin }));

/** The token says which transaction it is; an id of another kind, as of an invoice, is the shop's own. */
const openOptionsOf = ({ token, transactionId }: OpenRequest) => ({
  token: token as string,
  ...(typeof transactionId === 'string' && hasIdForm(transactionId) ? { transactionId } : {}),
});

function refuse(request: OpenRequest, sentence: string): void {
  console.error(`titular: ${sentence}`);
  request.onFinish?.(concludedOf(String(request.transactionId ?? ''), false), 'ERROR');
}

async function openWith(type: 'IFRAME' | 'REDIRECT', request: OpenRequest): Promise<void> {
  let outcome: Outcome;
  try {
    client = clientOf(type, request.host);
    outcome = await client.open(openOptionsOf(request));
  } catch (error) {
    const { code, message } = error as TitularError;
    return refuse(request, `${code}: ${message}`);
  }
  request.onFinish?.(concludedOf(outcome.transactionId, outcome.concluded), 'FINISH');
}

const SILENT = 'the type SILENT is not offered, because nobody is verified without a selfie; use IFRAME.';

const isDeviceSupported = (): boolean =>
  window.isSecureContext && typeof navigator.mediaDevices?.getUserMedia === 'function';

const clientBoxControl = {
  create: async ({ host }: { host?: unknown }) => {
    client = clientOf('IFRAME', host);
    return { statusPreValidation: isDeviceSupported() ? ANSWER.supported : ANSWER.notSupported };
  },
  open: (request: OpenRequest): void => void openWith('IFRAME', request),
  redirect: (transactionId: unknown, token: unknown, host: unknown): void =>
    void openWith('REDIRECT', { transactionId, token, host }),
  initSilent: async (): Promise<undefined> => {
    console.error(`titular: ${SILENT}`);
    return undefined;
  },
  verify: (request: OpenRequest): void => refuse(request, SILENT),
  close: (): void => client?.close(),
};

Object.assign(window, {
  UnicoSDKAssets: {
    EVENT_TYPES: { INITIALIZE: 'INITIALIZE', START_FLOW: 'START_FLOW' },
    // What the package would count is of no use here, and holds the token.
    trackEvent: (): void => undefined,
    clientBoxControl,
  },
});
