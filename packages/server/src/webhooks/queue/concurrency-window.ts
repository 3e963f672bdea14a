import type { TenantId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { EndpointName } from './delivery-queue-store.ts';

/** How many deliveries one process sends at once, to all endpoints together. */
const MAX_IN_FLIGHT = 1_000;

/** Endpoints that fail may hold this share of them, so that any number of dead ones leaves room for the living. */
const FAILING_SHARE = 0.5;

/** What an endpoint of which nothing is known may have at once. */
const FIRST_WINDOW = 10;

/** The most that is taken of one endpoint at a time, so that what is reserved for it and not there is missed by nobody for long. */
const MAX_AT_A_TIME = 100;

/** State of one endpoint in this process: its window, what it holds or may be about to get, and whether its last response was a failure. */
type Flow = {
  tenantId: TenantId;
  window: number;
  maximumAtOnce: number;
  held: number;
  isFailing: boolean;
};

/** Paces each endpoint by what it can take: one more at once for each success, half for each failure, never below one and never above its own limit. */
export type ConcurrencyWindow = {
  /** Whether there is room for anything more to the endpoint, as far as is known without its row. */
  isOpen(name: EndpointName): boolean;
  /** How many deliveries the endpoint may be sent now: so much is held for it until it is given back, or each has ended. */
  reserve(name: EndpointName, endpoint: { maximumAtOnce: number; isFailing: boolean }): number;
  /** Gives back a part of a reservation; one of nothing keeps no endpoint known, so it may be gone by then. */
  giveBack(name: EndpointName, count: number): void;
  end(name: EndpointName, result: 'success' | 'failure' | 'unsent'): void;
  /** Forgets endpoints that have nothing under way; that one fails, its row says. */
  deleteIdle(): void;
  held(): number;
  /** How many more deliveries may be under way, to all endpoints together. */
  free(): number;
};

/**
 * Starts with nothing held; `most` is the number of deliveries at once to all endpoints. Neither an endpoint nor all
 * endpoints of a tenant ever get more than what is left for the others. There is always room for one more, however
 * many are slow.
 */
export function createConcurrencyWindow(most: number = MAX_IN_FLIGHT): ConcurrencyWindow {
  const flows = new Map<string, Flow>();
  const tenants = new Map<string, number>();
  let held = 0;
  let failingHeld = 0;
  const newFlow = ({ tenantId }: EndpointName, isFailing: boolean): Flow => ({
    tenantId,
    window: isFailing ? 1 : FIRST_WINDOW,
    maximumAtOnce: Number.POSITIVE_INFINITY,
    held: 0,
    isFailing,
  });
  const knownFlow = ({ endpointId }: EndpointName): Flow => {
    const flow = flows.get(endpointId);
    invariant(flow, 'what is held is held for an endpoint that is known');
    return flow;
  };
  const move = (flow: Flow, by: number): void => {
    flow.held += by;
    held += by;
    if (flow.isFailing) failingHeld += by;
    const ofTenant = (tenants.get(flow.tenantId) ?? 0) + by;
    if (ofTenant > 0) tenants.set(flow.tenantId, ofTenant);
    else tenants.delete(flow.tenantId);
  };
  const mark = (flow: Flow, isFailing: boolean): void => {
    if (flow.isFailing !== isFailing) failingHeld += isFailing ? flow.held : -flow.held;
    flow.isFailing = isFailing;
  };
  const roomOf = (flow: Flow): number => {
    const free = most - held;
    const shared = Math.min(free - flow.held, free - (tenants.get(flow.tenantId) ?? 0));
    const failing = flow.isFailing ? Math.floor(most * FAILING_SHARE) - failingHeld : shared;
    const own = Math.min(flow.window, flow.maximumAtOnce) - flow.held;
    return Math.max(0, Math.min(own, shared, failing, MAX_AT_A_TIME));
  };
  return {
    isOpen: (name) => roomOf(flows.get(name.endpointId) ?? newFlow(name, false)) > 0,
    reserve(name, { maximumAtOnce, isFailing }) {
      const flow = flows.get(name.endpointId) ?? newFlow(name, isFailing);
      flows.set(name.endpointId, flow);
      flow.maximumAtOnce = maximumAtOnce;
      const count = roomOf(flow);
      move(flow, count);
      return count;
    },
    giveBack(name, count) {
      if (count > 0) move(knownFlow(name), -count);
    },
    end(name, result) {
      const flow = knownFlow(name);
      move(flow, -1);
      if (result === 'unsent') return;
      mark(flow, result === 'failure');
      flow.window =
        result === 'success'
          ? Math.min(flow.maximumAtOnce, flow.window + 1)
          : Math.max(1, Math.floor(flow.window / 2));
    },
    deleteIdle() {
      for (const [endpointId, flow] of flows) if (flow.held === 0) flows.delete(endpointId);
    },
    held: () => held,
    free: () => most - held,
  };
}
