import type pg from 'pg';
import { isId } from '../../kernel/base/id.ts';
import type { Log } from '../../kernel/base/log.ts';
import { type Listening, listenTo } from '../../kernel/database/listen.ts';
import { createSingleFlight } from '../../kernel/jobs/single-flight.ts';
import type { Started } from '../../module.ts';
import { DELIVERIES_CHANNEL } from '../deliveries/delivery-store.ts';
import type { WebhookSender } from '../sender/send-webhook.ts';
import { createDispatcher, type Dispatcher, type DispatcherDeps } from './dispatcher.ts';

/** Milliseconds after which a broken listener is replaced. */
const LISTEN_EVERY_MS = 1_000;

/** One in so many times a listener that seems open is asked whether it is. */
const CHECK_EVERY = 5;

/** Keeps one connection that hears of new deliveries, and another in its place when it breaks. */
function createListener(pool: pg.Pool, dispatcher: Dispatcher) {
  let listening: Listening | undefined;
  let times = 0;
  const wake = (payload: string): void => {
    const [tenantId = '', endpointId = ''] = payload.split('/');
    if (isId(tenantId) && isId(endpointId)) dispatcher.wake({ tenantId, endpointId });
  };
  return {
    async open(): Promise<void> {
      times += 1;
      if (!listening?.isOpen()) listening = await listenTo(pool, DELIVERIES_CHANNEL, wake);
      else if (times % CHECK_EVERY === 0) await listening.check();
    },
    close: async (): Promise<void> => listening?.close(),
  };
}

/** What sends in this process, and what looks for it. */
export type Sending = Started & Required<Pick<Started, 'sweep'>>;

/** Sends webhooks until it is stopped, and then closes the sender. It sends at once when the relay says so, and what its sweep finds: retries become due without a word, and a word may be lost. */
export function startSending(
  deps: DispatcherDeps & { sender: WebhookSender; pool: pg.Pool; log: Log },
): Sending {
  const { pool, log, sender } = deps;
  const dispatcher = createDispatcher(deps);
  const listener = createListener(pool, dispatcher);
  let isStopped = false;
  const unlessStopped = (error: unknown): void => {
    if (!isStopped) log.error({ err: error }, 'fault while listening for webhooks that are due');
  };
  const listening = createSingleFlight(() =>
    // Whoever could listen has a database that answers.
    listener.open().then(dispatcher.retry, unlessStopped),
  );
  listening.ask();
  const timer = setInterval(listening.ask, LISTEN_EVERY_MS);
  return {
    // Its look visits each endpoint that waits.
    sweep: { name: 'webhooks', look: dispatcher.look, rests: true },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      // Awaited together: a rejection that nobody awaits yet ends the process.
      await Promise.all([dispatcher.stop(), listening.done().then(listener.close)]).finally(sender.close);
    },
  };
}
