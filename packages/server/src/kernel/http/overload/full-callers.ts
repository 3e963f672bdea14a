import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { newId } from '../../base/id.ts';
import type { TenantLimits } from '../admission/admission.ts';
import type { ConcurrencyGate } from '../admission/concurrency-gate.ts';
import { rateLimited } from '../admission/rate-limited.ts';
import type { ApiCall } from '../api-call.ts';

/** For so long a call is refused unread that is like one that was read and refused. */
export const ALIKE_MS = 1_000;
/** Kinds beyond are all read. */
const MAX_KINDS = 1_000;

/** What calls of one kind have in common in the log: all but their ids, their time, and what stands in their bodies. */
export type RefusedCall = Pick<
  ApiCall,
  'tenantId' | 'account' | 'operation' | 'method' | 'path' | 'status' | 'code' | 'sourceAddress'
>;

/** Calls of one kind: `unread` counts those since the log last heard, and `requestId` is the last one's. */
type Kind = { call: RefusedCall; readMs: number; unread: number; requestId: string };

/** Refuses calls unread, because one like them was refused a moment ago for want of a place, and counts them for the log. */
export type FullCallers = {
  /** Notes a call that was read and refused. */
  note(request: IncomingMessage, call: RefusedCall): void;
  /** What a call is told that is like one of the last second, as long as its tenant has all its places; it is counted. */
  refuse(request: IncomingMessage): { full: TenantLimits; requestId: string } | undefined;
  /** Tells the log how many were turned away since the last time, a row a kind, and forgets kinds that are over. */
  flush(record: (call: ApiCall) => void): void;
  /** How many kinds are known. */
  size(): number;
};

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Who calls from where for what, ids and query apart. The header is a secret, so that its digest is kept. */
function kindOf({ method, url = '', headers, socket }: IncomingMessage): string | undefined {
  const { authorization, 'x-forwarded-for': forwarded = '' } = headers;
  if (authorization === undefined) return undefined;
  const path = url.split('?', 1)[0]?.replace(ID, ':id');
  return hash('sha256', [authorization, method, path, socket.remoteAddress, forwarded].join('\n'), 'base64');
}

/** Makes the memory of one server. */
export function createFullCallers(
  nowMs: () => number,
  { limitsOfFull }: Pick<ConcurrencyGate, 'limitsOfFull'>,
): FullCallers {
  const kinds = new Map<string, Kind>();
  const isOver = ({ readMs }: Kind): boolean => nowMs() - readMs >= ALIKE_MS;
  return {
    note(request, call) {
      const name = kindOf(request);
      const known = name === undefined ? undefined : kinds.get(name);
      if (known) known.readMs = nowMs();
      else if (name !== undefined && kinds.size < MAX_KINDS)
        kinds.set(name, { call, readMs: nowMs(), unread: 0, requestId: '' });
    },
    refuse(request) {
      const kind = kinds.get(kindOf(request) ?? '');
      const full = kind && !isOver(kind) ? limitsOfFull(kind.call.tenantId) : undefined;
      if (!kind || !full) return undefined;
      rateLimited.add({ budget: 'concurrency' });
      kind.unread += 1;
      kind.requestId = newId();
      return { full, requestId: kind.requestId };
    },
    flush(record) {
      for (const [name, kind] of kinds) {
        if (kind.unread > 0) record(toApiCall(kind));
        kind.unread = 0;
        if (isOver(kind)) kinds.delete(name);
      }
    },
    size: () => kinds.size,
  };
}

/** The row of those that were refused unread: the last of them, and how many came before it. */
const toApiCall = ({ call, unread, requestId }: Kind): ApiCall => ({
  ...call,
  ...{ requestId, at: new Date(), durationMs: 0, repeated: unread - 1 },
  ...{ transactionId: undefined, processId: undefined, orderNumber: undefined, request: undefined },
});
