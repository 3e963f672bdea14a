import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { newId, type TenantId } from '../../base/id.ts';
import type { Log } from '../../base/log.ts';
import type { ConcurrencyGate } from '../admission/concurrency-gate.ts';
import type { ApiCall } from '../api-call.ts';
import type { Front } from '../portal/portal-host.ts';
import { createTag } from '../tag.ts';
import { createFullCallers, type RefusedCall } from './full-callers.ts';
import { createKnownCallers } from './known-callers.ts';
import { createLanes } from './lanes.ts';
import { createStarvationMeasure, processTimer, type Timer } from './measure-starvation.ts';
import { createOverloadLimit } from './overload-limit.ts';
import { requestsShed, type ShedWork, showLimit } from './overload-metrics.ts';
import { pathOf } from './request-path.ts';
import type { SendShed, Turned } from './shed-answer.ts';

/** Where merchants' calls begin; nothing else is ever shed. */
export const MERCHANTS_PREFIXES = ['/api/public/v1/', '/client/v1/'] as const;
const TOKEN_PATH = '/oauth2/token';

/** Lanes that are no tenant's. */
const UNKNOWN = 'unknown';
const TOKENS = 'tokens';

const REPORT_MS = 10_000;

/** Answers to requests that were turned away at the door: no measure of what the process can do. */
const REFUSED: readonly number[] = [400, 403, 404, 405, 429];
/** From this status on, the service has failed. */
const FAULT_STATUS = 500;

/** What the gate is given; a target of 0 leaves it open. */
export type OverloadSettings = {
  targetMs: number;
  frontOf: (request: IncomingMessage) => Front;
  sendShed: SendShed;
  isStopping: () => boolean;
  log: Log;
  concurrency: Pick<ConcurrencyGate, 'limitsOfFull'>;
  /** Hears of calls that a tenant's own limit refused unread. */
  recordCall: (call: ApiCall) => void;
  /** Tells whether requests waited for a database that gave no answer, since it was last asked. */
  isDatabaseStill?: (() => boolean) | undefined;
  random?: () => number;
  timer?: Timer | undefined;
  /** The least that a limit may be; replaced by tests. */
  least?: number | undefined;
};

/** Where a request is counted until its answer was sent. */
type Place = { lane: string; isOver: boolean };

/** Stands before everything else that a request passes. */
export type OverloadGate = {
  /** Answers what is shed, and leaves all else to the listener. */
  guard(listener: RequestListener): RequestListener;
  /** Counts a request for the tenant whose token it carries, from now on and whenever that token comes again. */
  recognize(request: IncomingMessage, tenantId: TenantId): void;
  /** Takes back that the caller is known, once its token was refused. */
  distrust(request: IncomingMessage): void;
  /** Notes a call that was refused because its tenant has all its places: the next ones like it are refused unread. */
  noteFull(request: IncomingMessage, call: RefusedCall): void;
  /** Tells the log of calls what it has not heard yet. */
  flush(): void;
};

/** What a request asks for, where it may be shed; a target that cannot be read may be. */
export function workOf(target: string): ShedWork | undefined {
  const url = pathOf(target);
  if (url === undefined) return 'call';
  if (MERCHANTS_PREFIXES.some((prefix) => url.startsWith(prefix))) return 'call';
  return url === TOKEN_PATH ? 'token' : undefined;
}

/** Tells the log that requests are shed: at once, then their number each 10 s, and the rest when the limit is gone. */
function createReport(log: Log): (shed: number, nowMs: number, limit: number | undefined) => void {
  let unreported = 0;
  let reportedMs = Number.NEGATIVE_INFINITY;
  return (shed, nowMs, limit) => {
    unreported += shed;
    if (unreported === 0 || (limit !== undefined && nowMs - reportedMs < REPORT_MS)) return;
    log.warn({ shed: unreported, limit }, 'overloaded: requests of merchants are refused unread');
    unreported = 0;
    reportedMs = nowMs;
  };
}

/** Counts answers that are no refusals; those without a fault say that the process is not held up by its database. */
function createTally() {
  let [carriedOut, succeeded] = [0, 0];
  return {
    note({ writableFinished, statusCode }: ServerResponse): void {
      if (!writableFinished || REFUSED.includes(statusCode)) return;
      carriedOut += 1;
      if (statusCode < FAULT_STATUS) succeeded += 1;
    },
    /** What was counted since the last time. */
    take() {
      const taken = { carriedOut, hasSucceeded: succeeded > 0 };
      [carriedOut, succeeded] = [0, 0];
      return taken;
    },
  };
}

/** Makes the gate of one server. */
export function createOverloadGate(settings: OverloadSettings): OverloadGate {
  const { targetMs, frontOf, sendShed, isStopping, log, concurrency, least } = settings;
  const { isDatabaseStill = () => false, random = Math.random, timer = processTimer, recordCall } = settings;
  const lanes = createLanes();
  const limit = createOverloadLimit(targetMs, least);
  const known = createKnownCallers();
  const full = createFullCallers(timer.nowMs, concurrency);
  const places = createTag<IncomingMessage, Place>('place');
  const report = createReport(log);

  const tally = createTally();

  const measure = createStarvationMeasure(timer, (window) => {
    full.flush(recordCall);
    const { carriedOut, hasSucceeded } = tally.take();
    const isStill = isDatabaseStill() && !hasSucceeded;
    limit.observe({ ...window, carriedOut, demand: lanes.total(), isStill });
    const value = limit.value();
    showLimit(value);
    report(0, window.nowMs, value);
    return lanes.total() > 0 || value !== undefined || full.size() > 0;
  });

  /** The lane of a request that may go on, or what one is told that may not; without a limit nobody asks whose it is. */
  function admit(request: IncomingMessage, work: ShedWork): string | Turned {
    const refused = full.size() > 0 && frontOf(request) !== 'portal' ? full.refuse(request) : undefined;
    if (refused) return refused;
    const most = limit.value();
    if (most === undefined) return work === 'token' ? TOKENS : UNKNOWN;
    const tenantId = work === 'token' ? undefined : known.find(request);
    const lane = work === 'token' ? TOKENS : (tenantId ?? UNKNOWN);
    if (lanes.total() >= most) limit.noteReached();
    if (frontOf(request) === 'portal' || lanes.fits(lane, most)) return lane;
    requestsShed.add({ work, caller: tenantId ? 'known' : 'unknown' });
    report(1, timer.nowMs(), most);
    return { work, requestId: newId() };
  }

  /** Counts what came of a request, and frees its place. */
  function end(place: Place, response: ServerResponse): void {
    place.isOver = true;
    tally.note(response);
    lanes.leave(place.lane);
  }

  return {
    guard: (listener) => (request, response) => {
      const work = targetMs === 0 ? undefined : workOf(request.url ?? '');
      if (work === undefined) return listener(request, response);
      measure.begin();
      const admitted = admit(request, work);
      if (typeof admitted !== 'string') return sendShed(response, admitted, random(), isStopping());
      const place: Place = { lane: admitted, isOver: false };
      places.set(request, place);
      lanes.enter(place.lane);
      response.once('close', () => end(place, response));
      return listener(request, response);
    },
    recognize(request, tenantId) {
      const place = places.get(request);
      // Whose lane it has, whose token is known.
      if (!place || place.lane === tenantId) return;
      known.keep(request, tenantId);
      if (place.isOver) return;
      lanes.leave(place.lane);
      place.lane = tenantId;
      lanes.enter(tenantId);
    },
    distrust(request) {
      if (targetMs > 0) known.remove(request);
    },
    noteFull(request, call) {
      if (targetMs > 0) full.note(request, call);
    },
    flush: () => full.flush(recordCall),
  };
}
