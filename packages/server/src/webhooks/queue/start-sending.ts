import type pg from 'pg';
import { isId } from '../../kernel/base/id.ts';
import type { Log } from '../../kernel/base/log.ts';
import { type Listening, listenTo } from '../../kernel/database/listen.ts';
import { DELIVERIES_CHANNEL } from '../deliveries/delivery-store.ts';
import { createWebhookSender } from '../sender/send-webhook.ts';
import { createDispatcher, type Dispatcher, type DispatcherDeps } from './dispatcher.ts';

/** Milliseconds between looks at everything that is due: retries become due without a word, and a word may be lost. */
const SWEEP_EVERY_MS = 1_000;

/** Keeps one connection that hears of new deliveries, and another in its place when it breaks. */
function createListener(pool: pg.Pool, dispatcher: Dispatcher) {
  let listening: Listening | undefined;
  const wake = (payload: string): void => {
    const [tenantId = '', endpointId = ''] = payload.split('/');
    if (isId(tenantId) && isId(endpointId)) dispatcher.wake({ tenantId, endpointId });
  };
  return {
    async open(): Promise<void> {
      if (listening?.isOpen()) await listening.check();
      else listening = await listenTo(pool, DELIVERIES_CHANNEL, wake);
    },
    close: async (): Promise<void> => listening?.close(),
  };
}

/** Sends webhooks until it is stopped: at once when a commit says so, and once a second whatever has become due. */
export function startSending(deps: Omit<DispatcherDeps, 'sender'> & { pool: pg.Pool; log: Log }): {
  stop(): Promise<void>;
} {
  const { pool, log, clock } = deps;
  const sender = createWebhookSender({ clock });
  const dispatcher = createDispatcher({ ...deps, sender });
  const listener = createListener(pool, dispatcher);
  let isStopped = false;
  const unlessStopped = (error: unknown): void => {
    if (!isStopped) log.error({ err: error }, 'fault while looking for webhooks that are due');
  };
  let isPolling = false;
  let polling = Promise.resolve();
  const poll = (): void => {
    if (isPolling) return;
    isPolling = true;
    polling = Promise.all([
      listener.open().catch(unlessStopped),
      dispatcher.sweep().catch(unlessStopped),
    ]).then(() => {
      isPolling = false;
    });
  };
  poll();
  const timer = setInterval(poll, SWEEP_EVERY_MS);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      const stopped = dispatcher.stop();
      await polling;
      await listener.close();
      await stopped;
      sender.close();
    },
  };
}
