import { EraseIdentityRequest, ErasureResponse } from '@titular/contract';
import { IDEMPOTENCY_HEADER, readIdempotencyKey } from '../idempotency/index.ts';
import { PATIENT_LIMIT_MS } from '../kernel/http/answers/answer-limit.ts';
import { REFUSALS, REFUSALS_WITHOUT_ID } from '../kernel/http/answers/refusals.ts';
import { defineRoute, type Route } from '../kernel/http/route.ts';
import { actorOf } from '../kernel/http/service-actor.ts';
import { type ErasureDeps, erasePersonOnce, readErasure } from './erase-person.ts';

const BASE = '/api/public/v1/persons/erasures';

/** What a person may ask of the merchant, and the merchant of the service: to be forgotten. */
export const erasureRoutes = (deps: ErasureDeps): Route[] => [
  defineRoute({
    operationId: 'eraseIdentity',
    summary: "Erase everything of a person from the tenant's data",
    method: 'POST',
    path: BASE,
    access: 'token',
    scope: 'persons:erase',
    bodyKind: 'json',
    limitMs: PATIENT_LIMIT_MS,
    bodySchema: EraseIdentityRequest,
    responses: { 200: ErasureResponse, ...REFUSALS_WITHOUT_ID },
    headerParameters: [IDEMPOTENCY_HEADER],
    handle: async ({ body, headers }, caller) => {
      const named = { key: readIdempotencyKey(headers['idempotency-key']), operation: 'eraseIdentity' };
      const once = { ...deps, idle: caller.idle };
      return { status: 200, body: await erasePersonOnce(once, actorOf(caller), body, named) };
    },
  }),
  defineRoute({
    operationId: 'readErasure',
    summary: 'Read an erasure with its signed receipt',
    method: 'GET',
    path: `${BASE}/:erasure_id`,
    access: 'token',
    scope: 'persons:erase',
    bodyKind: 'none',
    responses: { 200: ErasureResponse, ...REFUSALS },
    handle: async ({ params }, { tenantId }) => ({
      status: 200,
      body: await readErasure(deps, tenantId, params.erasure_id),
    }),
  }),
];
