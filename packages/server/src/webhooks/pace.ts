/** How many deliveries one process sends at once, to all endpoints together. */
const MOST_IN_FLIGHT = 1_000;

/** Endpoints that fail may hold this share of them, so that any number of dead ones leaves room for the living. */
const FAILING_SHARE = 0.5;

/** What an endpoint of which nothing is known may have at once. */
const FIRST_WINDOW = 10;

/** What this process knows of one endpoint: how much it may have at once, how much it has, and whether its last answer was a failure. */
type Flow = { window: number; inFlight: number; isFailing: boolean };

/** Paces each endpoint by what it can take: one more at once for each success, half for each failure, never below one and never above its own limit. */
export type Pace = {
  /** How many more deliveries the endpoint may be sent now. */
  room(endpointId: string, endpoint: { maximumAtOnce: number; isFailing: boolean }): number;
  /** Whether the endpoint has so much under way that there is no room, whatever its own limit. */
  isFull(endpointId: string): boolean;
  begin(endpointId: string, count: number): void;
  end(endpointId: string, result: 'success' | 'failure' | 'unsent', maximumAtOnce: number): void;
  inFlight(): number;
};

/** Starts with nothing in flight; `most` is the number of deliveries at once to all endpoints. */
export function createPace(most: number = MOST_IN_FLIGHT): Pace {
  const flows = new Map<string, Flow>();
  let inFlight = 0;
  let failingInFlight = 0;
  const flowOf = (endpointId: string, isFailing: boolean): Flow => {
    const known = flows.get(endpointId);
    if (known) return known;
    const flow = { window: isFailing ? 1 : FIRST_WINDOW, inFlight: 0, isFailing };
    flows.set(endpointId, flow);
    return flow;
  };
  const mark = (flow: Flow, isFailing: boolean): void => {
    if (flow.isFailing !== isFailing) failingInFlight += isFailing ? flow.inFlight : -flow.inFlight;
    flow.isFailing = isFailing;
  };
  const move = (flow: Flow, by: number): void => {
    flow.inFlight += by;
    inFlight += by;
    if (flow.isFailing) failingInFlight += by;
  };
  return {
    room(endpointId, { maximumAtOnce, isFailing }) {
      const flow = flowOf(endpointId, isFailing);
      const own = Math.min(flow.window, maximumAtOnce) - flow.inFlight;
      const free = most - inFlight;
      const shared = flow.isFailing
        ? Math.min(free, Math.floor(most * FAILING_SHARE) - failingInFlight)
        : // Half of what is free, so that no single endpoint takes the last of it.
          Math.ceil(free / 2);
      return Math.max(0, Math.min(own, shared));
    },
    isFull(endpointId) {
      const flow = flows.get(endpointId);
      return flow !== undefined && flow.inFlight >= flow.window;
    },
    begin(endpointId, count) {
      move(flowOf(endpointId, false), count);
    },
    end(endpointId, result, maximumAtOnce) {
      const flow = flowOf(endpointId, false);
      move(flow, -1);
      if (result === 'unsent') return;
      mark(flow, result === 'failure');
      flow.window =
        result === 'success'
          ? Math.min(maximumAtOnce, flow.window + 1)
          : Math.max(1, Math.floor(flow.window / 2));
      // An endpoint that is well and idle is as good as one never seen.
      if (flow.inFlight === 0 && !flow.isFailing && flow.window <= FIRST_WINDOW) flows.delete(endpointId);
    },
    inFlight: () => inFlight,
  };
}
