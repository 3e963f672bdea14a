import type pg from 'pg';
import { isId } from '../base/id.ts';
import type { Log } from '../base/log.ts';
import { DELIVERIES_CHANNEL } from './delivery-store.ts';
import { createDispatcher, type DispatcherDeps } from './dispatcher.ts';
import { createWebhookSender } from './send-webhook.ts';

/** Milliseconds between looks at everything that is due: retries become due without a word, and a word may be lost. */
const SWEEP_EVERY_MS = 1_000;

type Listening = { isOpen(): boolean; close(): void };

/** Hears of new deliveries on a connection of its own until it breaks; whoever started it looks whether it is still open. */
async function listen(pool: pg.Pool, onWake: (payload: string) => void): Promise<Listening> {
  const client = await pool.connect();
  let isOpen = true;
  const close = (): void => {
    if (isOpen) client.release(true);
    isOpen = false;
  };
  client.on('error', close);
  client.on('end', close);
  client.on('notification', ({ payload = '' }) => onWake(payload));
  try {
    await client.query(`LISTEN ${DELIVERIES_CHANNEL}`);
  } catch (error) {
    close();
    throw error;
  }
  return { isOpen: () => isOpen, close };
}

/** Sends webhooks until it is stopped: at once when a commit says so, and once a second whatever has become due. */
export function startSending(deps: Omit<DispatcherDeps, 'sender'> & { pool: pg.Pool; log: Log }): {
  stop(): Promise<void>;
} {
  const { pool, log, clock } = deps;
  const sender = createWebhookSender({ clock });
  const dispatcher = createDispatcher({ ...deps, sender });
  let listening: Listening | undefined;
  let isStopped = false;
  const onWake = (payload: string): void => {
    const [tenantId = '', endpointId = ''] = payload.split('/');
    if (isId(tenantId) && isId(endpointId)) dispatcher.wake({ tenantId, endpointId });
  };
  const look = async (): Promise<void> => {
    try {
      if (!listening?.isOpen()) listening = await listen(pool, onWake);
      if (!isStopped) await dispatcher.sweep();
    } catch (error) {
      if (!isStopped) log.error({ err: error }, 'fault while looking for webhooks that are due');
    }
  };
  let looking = look();
  let isLooking = true;
  const settle = (): void => {
    isLooking = false;
  };
  looking.then(settle);
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    looking = look();
    looking.then(settle);
  }, SWEEP_EVERY_MS);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
      listening?.close();
      await dispatcher.stop();
      sender.close();
    },
  };
}
