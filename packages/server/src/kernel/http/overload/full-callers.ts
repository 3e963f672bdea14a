import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { newId, type TenantId } from '../../base/id.ts';
import type { TenantLimits } from '../admission/admission.ts';
import type { ConcurrencyGate } from '../admission/concurrency-gate.ts';
import { rateLimited } from '../admission/rate-limited.ts';
import type { ApiCall } from '../api-call.ts';
import { pathOf } from './request-path.ts';

/** For so long a call is refused unread that is like one that was read and refused. */
export const ALIKE_MS = 1_000;
/** Tokens whose calls are known, and those of one tenant among them; calls of others are all read. */
const MAX_TOKENS = 1_000;
const MAX_OF_TENANT = 100;
/** Stands in an address for an id, which is not read. */
const UNREAD_ID = '[not read]';

/** The path of an operation as the log of calls has it where its ids were not read. */
export const unreadPath = (path: string): string => path.replace(/:[a-z_]+/g, UNREAD_ID);

/** What calls of one kind have in common in the log: all but their ids, their time, and what stands in their bodies. */
export type RefusedCall = Pick<
  ApiCall,
  'tenantId' | 'account' | 'operation' | 'method' | 'path' | 'status' | 'code' | 'sourceAddress'
>;

/** Calls of one token for one operation: `pattern` fits the operation's paths. `unread` counts those since the log last heard, and `requestId` is the last one's. */
type Kind = { pattern: RegExp; call: RefusedCall; readMs: number; unread: number; requestId: string };

/** Refuses calls unread, because one like them was refused a moment ago for want of a place, and counts them for the log. */
export type FullCallers = {
  /** Notes a call that was read and refused. */
  note(request: IncomingMessage, call: RefusedCall): void;
  /** What a call is told that is like one of the last second, as long as its tenant has all its places; it is counted. */
  refuse(request: IncomingMessage): { full: TenantLimits; requestId: string } | undefined;
  /** Tells the log how many were turned away since the last time, a row a kind, and forgets kinds that are over. */
  flush(record: (call: ApiCall) => void): void;
  /** How many tokens are known. */
  size(): number;
};

/** Whose calls they are, without the header in memory, which is a secret. */
const tokenOf = ({ headers: { authorization } }: IncomingMessage): string | undefined =>
  authorization === undefined ? undefined : hash('sha256', authorization, 'base64');

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Fits every path of an operation, whatever stands in the place of its ids. */
const patternOf = ({ path }: RefusedCall): RegExp =>
  new RegExp(`^${path.split(UNREAD_ID).map(escaped).join('[^/]*')}$`);

/** Makes the memory of one server. */
export function createFullCallers(
  nowMs: () => number,
  { limitsOfFull }: Pick<ConcurrencyGate, 'limitsOfFull'>,
): FullCallers {
  const tokens = new Map<string, Kind[]>();
  const isOver = ({ readMs }: Kind): boolean => nowMs() - readMs >= ALIKE_MS;
  const isAlike = ({ method, url = '' }: IncomingMessage) => {
    const path = pathOf(url) ?? '';
    return ({ call, pattern }: Kind): boolean => call.method === method && pattern.test(path);
  };
  const countOf = (tenantId: TenantId): number =>
    [...tokens.values()].filter(([kind]) => kind?.call.tenantId === tenantId).length;

  /** The kinds of a token; undefined for one too many. */
  function kindsOf(token: string, { tenantId }: RefusedCall): Kind[] | undefined {
    const known = tokens.get(token);
    if (known) return known;
    if (tokens.size >= MAX_TOKENS || countOf(tenantId) >= MAX_OF_TENANT) return undefined;
    const made: Kind[] = [];
    tokens.set(token, made);
    return made;
  }

  return {
    note(request, call) {
      const token = tokenOf(request);
      const kinds = token === undefined ? undefined : kindsOf(token, call);
      const known = kinds?.find((kind) => kind.call.operation === call.operation);
      if (known) known.readMs = nowMs();
      else kinds?.push({ pattern: patternOf(call), call, readMs: nowMs(), unread: 0, requestId: '' });
    },
    refuse(request) {
      const kind = tokens.get(tokenOf(request) ?? '')?.find(isAlike(request));
      const full = kind && !isOver(kind) ? limitsOfFull(kind.call.tenantId) : undefined;
      if (!kind || !full) return undefined;
      rateLimited.add({ budget: 'concurrency' });
      kind.unread += 1;
      kind.requestId = newId();
      return { full, requestId: kind.requestId };
    },
    flush(record) {
      for (const [token, kinds] of tokens) {
        for (const kind of kinds) {
          if (kind.unread > 0) record(toApiCall(kind));
          kind.unread = 0;
        }
        const left = kinds.filter((kind) => !isOver(kind));
        if (left.length > 0) tokens.set(token, left);
        else tokens.delete(token);
      }
    },
    size: () => tokens.size,
  };
}

/** The row of those that were refused unread: the last of them, and how many came before it. */
const toApiCall = ({ call, unread, requestId }: Kind): ApiCall => ({
  ...call,
  ...{ requestId, at: new Date(), durationMs: 0, repeated: unread - 1 },
  ...{ transactionId: undefined, processId: undefined, orderNumber: undefined, request: undefined },
});
