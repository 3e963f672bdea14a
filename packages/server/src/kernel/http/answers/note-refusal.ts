import type { FastifyRequest } from 'fastify';
import type { NoteSecurity } from '../../base/security-log.ts';
import { networkOf } from '../../network/address-range.ts';
import { callerOf } from '../note-call.ts';
import type { Route, RouteReply } from '../route.ts';

const textIn = (body: RouteReply['body'], name: string): string | undefined => {
  const value = typeof body === 'object' ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** Leaves a trace of access that was refused: any 403, and each refusal of the token endpoints. Codes and sentences of our own are written, nothing of the request but its operation and where it came from. */
export function noteRefusal(
  note: NoteSecurity,
  { operationId }: Route,
  request: FastifyRequest,
  { status, body }: RouteReply,
): void {
  const subCode = textIn(body, 'sub_code');
  if (status !== 403 && subCode === undefined) return;
  const caller = callerOf(request);
  const code = subCode ?? textIn(body, 'code') ?? String(status);
  // Of other codes the sentence says no more than the code, or repeats what was sent.
  const why = code === '40301' ? textIn(body, 'message') : undefined;
  note({
    refused: subCode === undefined ? 'access' : 'client',
    code,
    countedFor: `${operationId} ${caller?.tenantId ?? ''} ${networkOf(request.ip)} ${why ?? ''}`,
    why,
    operation: operationId,
    requestId: request.id,
    sourceAddress: request.ip,
    tenantId: caller?.tenantId,
    account: caller?.account,
  });
}
