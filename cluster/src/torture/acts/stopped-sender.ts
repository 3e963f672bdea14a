import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANSWER_LIMIT_MS, API, cardOf, fetchToken } from '../../load/requests.ts';
import { query } from '../../load/times.ts';
import type { Child, Stage } from '../../stage/children.ts';
import { waitFor } from '../../stage/wait.ts';
import type { Figure } from '../../trial.ts';
import { type Ground, WORKER } from '../ground.ts';
import { zero, zeroLate } from '../judged.ts';
import { register, unregister } from './receivers.ts';

/** Webhooks that are under way when the worker stops. */
const WEBHOOKS = 5;
/** Long enough for all of them to be under way; a claim outlives it by half a minute. */
const TIMEOUT_SECONDS = 5;
const HELD_MS = 30_000;
/** From the end of a claim until another process has sent its delivery. */
const AGAIN_MS = 30_000;
const SETTLED_MS = 20_000;

/** What a receiver was sent: the event's id and a digest of the body. */
type Told = { id: string; digest: string };

/** A receiver that answers nothing until it is let go, and at once from then on. */
type SlowReceiver = { url: string; told: Told[]; letGo(): void };

async function startSlowReceiver(stage: Stage): Promise<SlowReceiver> {
  const told: Told[] = [];
  const held: ServerResponse[] = [];
  let isHolding = true;
  const server = createServer((request, response) => {
    const digest = createHash('sha256');
    request.on('error', () => undefined).on('data', (part: Buffer) => digest.update(part));
    request.on('end', () => {
      told.push({ id: String(request.headers['webhook-id']), digest: digest.digest('hex') });
      if (isHolding) held.push(response);
      else response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stage.onClose(async () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    told,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    letGo() {
      isHolding = false;
      for (const response of held.splice(0)) response.writeHead(204).end();
    },
  };
}

/** Ends transactions of the neighbour, of which nobody else hears. */
async function endSome({ nodes: { urls }, neighbour, seed }: Ground, token: string): Promise<void> {
  const post = async (path: string, body: string): Promise<{ id: string }> => {
    const response = await fetch(`${urls[0]}${API}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const created = await Promise.all(
    Array.from({ length: WEBHOOKS }, (_, number) =>
      post('/transaction', cardOf(neighbour.companyId, `trial-stopped-${seed}-${number}`)),
    ),
  );
  // At once, so that all are under way before the first one takes too long.
  await Promise.all(created.map(({ id }) => post(`/transactions/${id}/cancel`, '{}')));
}

/** What became of the deliveries to an endpoint: those not delivered, those that are due again, and attempts beyond one for each time that the receiver was told. */
type Deliveries = { all: number; open: number; attempts: number; again: number; claims: number };

async function readDeliveries(url: string, endpointId: string): Promise<Deliveries> {
  const [row] = await query<Deliveries>(
    url,
    `SELECT count(*)::integer AS all, (count(*) FILTER (WHERE state <> 'delivered'))::integer AS open,
       (count(*) FILTER (WHERE state = 'delivered' AND next_attempt_at IS NOT NULL))::integer AS again,
       coalesce(sum((SELECT count(*) FROM delivery_attempts a
         WHERE (a.tenant_id, a.delivery_id) = (d.tenant_id, d.delivery_id))), 0)::integer AS attempts,
       (SELECT count(*)::integer FROM delivery_claims c WHERE c.endpoint_id = $1) AS claims
     FROM deliveries d WHERE endpoint_id = $1`,
    [endpointId],
  );
  return row ?? { all: 0, open: 0, attempts: 0, again: 0, claims: 0 };
}

/** What was found once the stopped process had gone on. */
export type Outlived = {
  held: number;
  told: readonly Told[];
  deliveries: Deliveries;
  stoppedSeconds: number;
};

/** Judges it: each webhook was told twice, by the same id and bytes, and is delivered once. */
export function figuresOfOutlived({ held, told, deliveries, stoppedSeconds }: Outlived): Figure[] {
  const byId = Map.groupBy(told, ({ id }) => id);
  const unequal = [...byId.values()].filter((list) => new Set(list.map(({ digest }) => digest)).size > 1);
  const unrepeated = [...byId.values()].filter((list) => list.length < 2);
  return [
    {
      what: 'resources: webhooks under way in a worker that was stopped for longer than its claim',
      value: `${held} for ${stoppedSeconds.toFixed(0)} s`,
      target: String(WEBHOOKS),
      isMet: held === WEBHOOKS && deliveries.all === WEBHOOKS,
    },
    zeroLate(
      'resources: of these not told by the other worker once the claim had ended (R86)',
      unrepeated.length,
    ),
    zero('resources: of these told twice with other bytes (I5)', unequal.length),
    zero(
      'resources: of these not delivered, or due again though delivered',
      deliveries.open + deliveries.again,
    ),
    zero(
      'resources: outcomes kept of the worker that had lost its claim',
      Math.abs(deliveries.attempts - deliveries.all),
    ),
    zero('resources: claims left', deliveries.claims),
  ];
}

/** A worker that stands still with webhooks under way, and another one in its place. */
export type StoppedSender = {
  /** Waits until the claims have ended and the other worker has told everything, lets the first one go on, and judges what became of it. */
  resume(): Promise<Figure[]>;
  /** Lets the first one go on, and ends the other one and the endpoint, whatever came of it. */
  end(): Promise<void>;
};

/** When the claims of an endpoint end, in milliseconds from now. */
async function claimsEndIn(url: string, endpointId: string): Promise<number> {
  const [row] = await query<{ ms: number }>(
    url,
    `SELECT coalesce(extract(epoch FROM max(expires_at) - clock_timestamp()) * 1000, 0)::double precision AS ms
     FROM delivery_claims WHERE endpoint_id = $1`,
    [endpointId],
  );
  return row?.ms ?? 0;
}

/** Stops the worker (SIGSTOP) while a receiver holds its answers back, and starts another worker. */
export async function stopSender(ground: Ground): Promise<StoppedSender> {
  const { stage, nodes, neighbour, databaseUrl } = ground;
  const token = await fetchToken(nodes.urls[0] ?? '', neighbour);
  const receiver = await startSlowReceiver(stage);
  const endpointId = await register(ground, token, receiver.url, {
    company: neighbour.companyId,
    timeoutSeconds: TIMEOUT_SECONDS,
  });
  const worker: Child | undefined = nodes.processes[WORKER];
  let other: Child | undefined;
  const end = async (): Promise<void> => {
    worker?.signal('SIGCONT');
    try {
      // What it holds it gives back: a worker that is killed has phases of its own.
      await other?.end();
    } finally {
      await unregister(ground, token, [endpointId]);
    }
  };
  const stop = async () => {
    await endSome(ground, token);
    await waitFor('webhooks under way', HELD_MS, stage.signal, async () => receiver.told.length >= WEBHOOKS);
    worker?.signal('SIGSTOP');
    const sinceMs = performance.now();
    const held = receiver.told.length;
    // The answers come, and nobody is there to read them.
    receiver.letGo();
    const endMs = performance.now() + (await claimsEndIn(databaseUrl(), endpointId));
    other = await ground.addWorker();
    return { sinceMs, held, endMs };
  };
  const { sinceMs, held, endMs } = await stop().catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const read = (): Promise<Deliveries> => readDeliveries(databaseUrl(), endpointId);
  const settle = (what: string, limitMs: number, isThere: () => Promise<boolean>): Promise<unknown> =>
    waitFor(what, limitMs, stage.signal, isThere).catch((error: Error) => stage.say(error.message));
  return {
    async resume() {
      const leftMs = Math.max(0, endMs - performance.now());
      await settle('webhooks of the other worker', leftMs + AGAIN_MS, async () => (await read()).open === 0);
      const stoppedSeconds = (performance.now() - sinceMs) / 1_000;
      worker?.signal('SIGCONT');
      await settle('claims given back', SETTLED_MS, async () => (await read()).claims === 0);
      return figuresOfOutlived({
        ...{ held, told: receiver.told, deliveries: await read(), stoppedSeconds },
      });
    },
    end,
  };
}
