import { newId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import { createWorkNames } from '@titular/server/kernel/jobs/work-names.ts';
import { reopenDelivery } from '@titular/server/webhooks/deliveries/delivery-store.ts';
import { endpointRules } from '@titular/server/webhooks/endpoints/endpoint-url.ts';
import { recordEvent } from '@titular/server/webhooks/events/record-event.ts';
import type { SendResult } from '@titular/server/webhooks/queue/classify-attempt.ts';
import {
  type ClaimedDelivery,
  releaseClaimsOf,
} from '@titular/server/webhooks/queue/delivery-queue-store.ts';
import { createDispatcher, type Dispatcher } from '@titular/server/webhooks/queue/dispatcher.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { createManualClock, type ManualClock } from '@titular/test-kit/time/manual-clock.ts';
import {
  createMemoryDatabase,
  type FailPoint,
  type KnownStatements,
  type MemoryProcess,
  type Turn,
} from '../memory/memory-database.ts';
import { keyOf, type MemoryRows } from '../memory/memory-rows.ts';
import type { ClaimRow, DeliveryRow, EndpointRow } from '../memory/queue-statements.ts';
import { ID, NOW } from '../memory/sample-values.ts';

/** How a receiver answers. */
export type Answer = 'ok' | 'error' | 'gone' | 'busy' | 'silence';

/** What happens beside the queue's own work; processes are named by their place. */
export type DeliveryAct =
  | { kind: 'event' }
  | { kind: 'relay' | 'sweep' | 'mute' | 'away' | 'kill' | 'stop'; process: number }
  | { kind: 'fail'; process: number; when: FailPoint }
  | { kind: 'resend'; delivery: number }
  | { kind: 'bury' }
  | { kind: 'advance'; seconds: number };

/** A run before it is interleaved; the clock of the second process is ahead by so many seconds. */
export type DeliveryPlan = {
  skewSeconds: number;
  endpoints: readonly { maximumAtOnce: number; maximumAttempts: number }[];
  answers: readonly Answer[];
  acts: readonly DeliveryAct[];
};

/** One attempt as the receiver and the clock saw it. */
export type Send = {
  process: Sender;
  eventId: string;
  deliveryId: string;
  endpointId: string;
  number: number;
  startedAt: Date;
  endedAt: Date | undefined;
  /** Until when the process alone may send it. */
  leaseEndsAt: Date;
  body: string;
  status: number | undefined;
  /** How often it had been sent again by hand. */
  reopened: number;
};

/** A process that sends. */
type Sender = MemoryProcess & {
  dispatcher: Dispatcher;
  names: readonly string[];
  /** Names that others were told of. */
  told: readonly string[];
  /** Its next telling of its names fails. */
  isMute: boolean;
  /** The database is away when it prepares its next delivery. */
  isAway: boolean;
  isBuried: boolean;
  isStopped: boolean;
};

/** A run under way. */
export type DeliveryWorld = {
  rows: MemoryRows;
  clock: ManualClock;
  sends: Send[];
  /** Ids of the events whose commit was answered. */
  recorded: string[];
  /** What the service logged as an error. */
  faults: string[];
  watch: (send: Send) => void;
  act(act: DeliveryAct): void;
  /** Lets nothing fail any more, gives back what the dead held, and lets every process that lives look once and come to rest, while the clock stands. */
  rest(): Promise<void>;
  /** Names of the processes that live, and of those that were killed. */
  names(): string[];
  /** Heals everything, and sends until nothing waits. */
  drain(): Promise<void>;
};

const TENANT = newId();
const COMPANY = newId();
const ENDPOINTS = [newId(), newId()];
const SECRET = Buffer.from(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
const KEY = {
  seal: (_table: string, _row: string, _field: string, plain: Uint8Array) => Buffer.from(plain),
  unseal: (_table: string, _row: string, _field: string, sealed: Uint8Array) => Buffer.from(sealed),
  hash: () => SECRET,
};
const RULES = { environment: 'test' as const, webhookPorts: [443], webhookLoopback: false };
// One log for all runs, because making one costs more than a run.
const LOGGED: { faults: string[] } = { faults: [] };
const LOG = createLog('error', { write: (line) => void LOGGED.faults.push(line) });
const DRAIN_ROUNDS = 12;
const DRAIN_STEP_SECONDS = 90_000;

const RESULTS: Readonly<Record<Answer, SendResult>> = {
  ok: { kind: 'answered', status: 204, retryAfter: undefined, excerpt: '' },
  error: { kind: 'answered', status: 500, retryAfter: undefined, excerpt: '' },
  gone: { kind: 'answered', status: 410, retryAfter: undefined, excerpt: '' },
  busy: { kind: 'answered', status: 503, retryAfter: '20', excerpt: '' },
  silence: { kind: 'failed', error: 'no answer in time' },
};

/** An endpoint with the standard schedule, and without authentication. */
export const endpointRow = (
  { maximumAtOnce, maximumAttempts }: DeliveryPlan['endpoints'][number],
  names: { tenant_id: string; company_id: string; endpoint_id: string },
): EndpointRow => ({
  ...{ ...names, url: 'https://receiver.example/hook', description: null, event_types: [], statuses: [] },
  ...{
    maximum_attempts: maximumAttempts,
    maximum_at_once: maximumAtOnce,
    interval_seconds: null,
    timeout_ms: 15_000,
  },
  ...{ authentication: 'none', previous_secret_ends_at: null, loopback_allowed: false, enabled: true },
  ...{ disabled_reason: null, disabled_at: null, failing_since: null, failures: 0, rests_until: null },
  ...{ created_at: NOW, deleted_at: null, sealed_previous_secret: null, sealed_authentication: null },
  sealed_secret: SECRET,
});

function insertEndpoints(rows: MemoryRows, plan: DeliveryPlan): void {
  const transaction = rows.begin();
  const view = transaction.openView();
  for (const [index, endpoint] of plan.endpoints.entries()) {
    const names = { tenant_id: TENANT, company_id: COMPANY, endpoint_id: String(ENDPOINTS[index]) };
    view.put('webhook_endpoints', keyOf(TENANT, names.endpoint_id), endpointRow(endpoint, names));
  }
  transaction.commit();
}

/** The clock of a process that is ahead of the world's, or behind. */
export const clockOf = (clock: ManualClock, aheadSeconds: number): Pick<ManualClock, 'now'> => ({
  now: () => new Date(clock.now().getTime() + aheadSeconds * 1_000),
});

const outage = (): Error => Object.assign(new Error('SQLSTATE 57P01'), { code: '57P01' });

/** Opens a world in which nothing has happened yet; `turn` decides who goes on. */
export function openDeliveryWorld(known: KnownStatements, plan: DeliveryPlan, turn: Turn): DeliveryWorld {
  const { rows, addProcess } = createMemoryDatabase(known);
  insertEndpoints(rows, plan);
  const clock = createManualClock(new Date('2030-01-01T00:00:00Z'));
  const answers = [...plan.answers];
  const dead: Sender[] = [];
  const faults: string[] = [];
  const log = LOG;
  LOGGED.faults = faults;
  const writer = addProcess('writer', turn);

  const openSender = (name: string, place: number): Sender => {
    const own = clockOf(clock, place === 1 ? plan.skewSeconds : 0);
    const process = addProcess(name, turn);
    const workNames = createWorkNames();
    const untilTurn = async (label: string): Promise<void> => {
      await turn(`${name}: ${label}`);
      if (process.isDead()) await new Promise(() => undefined);
    };
    workNames.tellBy(async () => {
      await untilTurn('told');
      if (sender.isMute) {
        sender.isMute = false;
        throw outage();
      }
      Object.assign(sender, { told: workNames.list() });
    });
    const begun = new Map<string, Send>();
    const dispatcher = createDispatcher({
      ...{ db: process.db, clock: own, log, workNames, environment: 'test', random: () => 0.5 },
      async tenantKeys() {
        if (!sender.isAway) return KEY;
        sender.isAway = false;
        throw outage();
      },
      endpointRules: (allowed) => endpointRules(RULES, allowed),
      sandbox: {
        async beforeSign(claimed, secrets) {
          // The queue hands over all that it claimed.
          const { event, attempts, deliveryId, endpointId, reopened } = claimed as ClaimedDelivery;
          const eventId = event.event_id;
          const claim = rows
            .committed<ClaimRow>('delivery_claims')
            .find(
              ({ delivery_id, process_id }) =>
                delivery_id === deliveryId && workNames.list().includes(process_id),
            );
          const send: Send = {
            ...{ process: sender, eventId, deliveryId, endpointId, number: attempts + 1, reopened },
            ...{ startedAt: own.now(), endedAt: undefined, body: '', status: undefined },
            leaseEndsAt: claim?.expires_at ?? clock.now(),
          };
          world.watch(send);
          world.sends.push(send);
          begun.set(`${eventId}/${endpointId}`, send);
          return NO_SANDBOX.beforeSign(claimed, secrets);
        },
      },
      sender: {
        async send({ body, signatureHeaders, endpointId, stopping }) {
          const send = begun.get(`${signatureHeaders['webhook-id']}/${endpointId}`);
          if (!send) throw new Error('what is sent was signed before');
          send.body = body;
          await untilTurn('sent');
          stopping?.throwIfAborted();
          const result = RESULTS[answers.shift() ?? 'ok'];
          if (result.kind === 'answered') send.status = result.status;
          await untilTurn('answered');
          stopping?.throwIfAborted();
          send.endedAt = clock.now();
          return result;
        },
      },
    });
    const sender: Sender = Object.assign(process, {
      dispatcher,
      names: workNames.list(),
      told: [],
      isMute: false,
      isAway: false,
      isBuried: false,
      isStopped: false,
    });
    return sender;
  };

  const senders = [openSender('one', 0), openSender('two', 1)];
  const at = (place: number): Sender => senders[place] ?? openSender('none', place);
  const replace = (place: number): void => {
    senders[place] = openSender(`${place + 1} anew`, place);
  };

  const record = async (): Promise<void> => {
    const at = clock.now();
    const subject = {
      type: 'transaction.finished',
      transactionId: newId(),
      status: 'approved',
      sequence: 2,
    } as const;
    await writer.db
      .transaction()
      .execute((trx) => recordEvent(trx, { tenantId: TENANT, companyId: COMPANY, subject, at }));
    const event = rows
      .committed('events')
      .find(({ transaction_id }) => transaction_id === subject.transactionId);
    world.recorded.push(String(event?.['event_id']));
  };

  const resend = async (place: number): Promise<void> => {
    const delivery = rows.committed<DeliveryRow>('deliveries')[place];
    if (!delivery) return;
    const id = asId(delivery.delivery_id);
    await writer.db.transaction().execute((trx) => reopenDelivery(trx, TENANT, id, clock.now()));
  };

  const relay = (place: number): void => {
    const transaction = rows.begin();
    const view = transaction.openView();
    for (const { row_id, payload } of rows.committed('wake_outbox')) {
      const endpointId = ENDPOINTS.find((id) => String(payload).endsWith(id)) ?? ID;
      at(place).dispatcher.wake({ tenantId: TENANT, endpointId });
      view.remove('wake_outbox', keyOf(row_id));
    }
    transaction.commit();
  };

  const end = (place: number, how: 'kill' | 'stop'): void => {
    const sender = at(place);
    if (how === 'kill') {
      sender.kill();
      dead.push(sender);
    } else {
      const noteStop = (): void => void Object.assign(sender, { isStopped: true });
      void sender.dispatcher.stop().then(noteStop, noteStop);
    }
    replace(place);
  };

  const bury = async (): Promise<void> => {
    const buried = dead.filter(({ isBuried }) => !isBuried);
    for (const sender of buried) sender.isBuried = true;
    await releaseClaimsOf(
      writer.db,
      buried.flatMap(({ told }) => told),
    );
  };

  const perform = (act: DeliveryAct): unknown => {
    if (act.kind === 'event') return record();
    if (act.kind === 'resend') return resend(act.delivery);
    if (act.kind === 'bury') return bury();
    if (act.kind === 'advance') return clock.advanceSeconds(act.seconds);
    if (act.kind === 'relay') return relay(act.process);
    if (act.kind === 'mute') return Object.assign(at(act.process), { isMute: true });
    if (act.kind === 'away') return Object.assign(at(act.process), { isAway: true });
    if (act.kind === 'sweep')
      return at(act.process)
        .dispatcher.sweep()
        .catch(() => undefined);
    if (act.kind === 'fail') return at(act.process).failNext('08006', act.when);
    return end(act.process, act.kind);
  };

  const world: DeliveryWorld = {
    ...{ rows, clock, sends: [], recorded: [], faults, watch: () => undefined },
    act: (act) => void perform(act),
    names: () => [...senders, ...dead].flatMap(({ names }) => names),
    async rest() {
      await bury();
      for (const sender of senders) {
        sender.heal();
        Object.assign(sender, { isMute: false, isAway: false });
        await sender.dispatcher.idle();
        await sender.dispatcher.sweep();
        sender.dispatcher.retry();
        await sender.dispatcher.idle();
      }
    },
    async drain() {
      answers.length = 0;
      for (let round = 0; round < DRAIN_ROUNDS; round += 1) {
        clock.advanceSeconds(DRAIN_STEP_SECONDS);
        for (const { dispatcher } of senders) {
          await dispatcher.sweep().catch(() => undefined);
          await dispatcher.idle();
        }
        if (rows.committed<DeliveryRow>('deliveries').every(({ state }) => state !== 'pending')) return;
      }
    },
  };
  return world;
}
