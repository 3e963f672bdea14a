import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { TenantId } from '../../base/id.ts';
import type { Log } from '../../base/log.ts';
import { rateLimited } from '../admission/rate-limited.ts';
import type { Front } from '../portal/portal-host.ts';
import { createKnownCallers } from './known-callers.ts';
import { createLanes } from './lanes.ts';
import { createStarvationMeasure, processTimer, type Timer } from './measure-starvation.ts';
import { createOverloadLimit } from './overload-limit.ts';
import { requestsShed, type ShedWork, showLimit } from './overload-metrics.ts';
import type { SendShed, Turned } from './shed-answer.ts';

/** Where merchants' calls begin; nothing else is ever shed. */
export const MERCHANTS_PREFIXES = ['/api/public/v1/', '/client/v1/'] as const;
const TOKEN_PATH = '/oauth2/token';

/** Lanes that are no tenant's. */
const UNKNOWN = 'unknown';
const TOKENS = 'tokens';
const TO_UNKNOWN = { lane: UNKNOWN };
const TO_TOKENS = { lane: TOKENS };

const REPORT_MS = 10_000;

const TOO_MANY = 429;
/** Answers to requests that were turned away at the door: no measure of what the process can do. */
const REFUSED: readonly number[] = [400, 403, 404, 405, TOO_MANY];

/** What the gate is given; a target of 0 leaves it open. */
export type OverloadSettings = {
  targetMs: number;
  frontOf: (request: IncomingMessage) => Front;
  sendShed: SendShed;
  isStopping: () => boolean;
  log: Log;
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
  /** Counts a request for the tenant whose token it carries, from now on and whenever that token comes again, and keeps its share of places. */
  recognize(request: IncomingMessage, tenantId: TenantId, places?: number): void;
  /** Takes back that the caller is known, once its token was refused. */
  distrust(request: IncomingMessage): void;
};

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The path of a request's target as the router finds it: without an authority (RFC 9112 section 3.2.2), and decoded; undefined where it cannot be read. */
function pathOf(target: string): string | undefined {
  const path = (target.startsWith('/') ? target : target.replace(ABSOLUTE, '')).split(/[?#;]/, 1)[0] ?? '';
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

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

/** Counts a request that is shed, and gives what it is told. */
function countShed(work: ShedWork, isKnown: boolean, isOverShare: boolean): Turned {
  requestsShed.add({ work, caller: isKnown ? 'known' : 'unknown' });
  if (isOverShare) rateLimited.add({ budget: 'concurrency' });
  return isOverShare ? 'concurrency' : work;
}

/** Makes the gate of one server. */
export function createOverloadGate(settings: OverloadSettings): OverloadGate {
  const { targetMs, frontOf, sendShed, isStopping, log, least } = settings;
  const { random = Math.random, timer = processTimer } = settings;
  const lanes = createLanes();
  const limit = createOverloadLimit(targetMs, least);
  const known = createKnownCallers();
  const places = new WeakMap<IncomingMessage, Place>();
  const report = createReport(log);

  let carriedOut = 0;
  let refused = 0;

  const measure = createStarvationMeasure(timer, (window) => {
    limit.observe({ ...window, carriedOut, demand: lanes.total() + refused });
    carriedOut = 0;
    refused = 0;
    const value = limit.value();
    showLimit(value);
    report(0, window.nowMs, value);
    return lanes.total() > 0 || value !== undefined;
  });

  /** The lane of a request that may go on, or the answer of one that may not; without a limit nobody asks whose it is. */
  function admit(request: IncomingMessage, work: ShedWork): { lane: string } | Turned {
    const most = limit.value();
    if (most === undefined) return work === 'token' ? TO_TOKENS : TO_UNKNOWN;
    const caller = work === 'token' ? undefined : known.find(request);
    const lane = work === 'token' ? TOKENS : (caller?.tenantId ?? UNKNOWN);
    const isOverShare = lanes.underWay(lane) >= (caller?.places ?? Number.POSITIVE_INFINITY);
    if (isOverShare || lanes.total() >= most) limit.noteReached();
    if ((!isOverShare && lanes.fits(lane, most)) || frontOf(request) === 'portal') return { lane };
    report(1, timer.nowMs(), most);
    return countShed(work, caller !== undefined, isOverShare);
  }

  /** Counts what came of a request, and frees its place. */
  function end(place: Place, { writableFinished, statusCode }: ServerResponse): void {
    place.isOver = true;
    if (statusCode === TOO_MANY) refused += 1;
    if (writableFinished && !REFUSED.includes(statusCode)) carriedOut += 1;
    lanes.leave(place.lane);
  }

  return {
    guard: (listener) => (request, response) => {
      const work = targetMs === 0 ? undefined : workOf(request.url ?? '');
      if (work === undefined) return listener(request, response);
      measure.begin();
      const admitted = admit(request, work);
      if (typeof admitted === 'string') return sendShed(response, admitted, random(), isStopping());
      const place: Place = { lane: admitted.lane, isOver: false };
      places.set(request, place);
      lanes.enter(place.lane);
      response.once('close', () => end(place, response));
      return listener(request, response);
    },
    recognize(request, tenantId, share) {
      const place = places.get(request);
      if (!place) return;
      known.keep(request, { tenantId, places: share });
      if (place.lane === tenantId || place.isOver) return;
      lanes.leave(place.lane);
      place.lane = tenantId;
      lanes.enter(tenantId);
    },
    distrust(request) {
      if (targetMs > 0) known.remove(request);
    },
  };
}
