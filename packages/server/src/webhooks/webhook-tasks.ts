import type { TaskList } from 'graphile-worker';
import { isId } from '../base/id.ts';
import { invariant } from '../base/invariant.ts';
import { type DeliverDeps, deliverWebhook } from './deliver-webhook.ts';

/** Background work on webhooks: one attempt of one delivery. */
export const webhookTasks = (deps: DeliverDeps): TaskList => ({
  'deliver-webhook': async (payload, { abortSignal: stopping }) => {
    const { tenantId, deliveryId, attempt } = payload as Record<string, unknown>;
    invariant(typeof tenantId === 'string' && isId(tenantId), 'a job names its tenant');
    invariant(typeof deliveryId === 'string' && isId(deliveryId), 'a job names its delivery');
    invariant(Number.isInteger(attempt), 'a job names its attempt');
    await deliverWebhook(deps, tenantId, deliveryId, { attempt: Number(attempt), stopping });
  },
});
