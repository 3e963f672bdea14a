import {
  CreateReferenceRequest,
  DeleteReferenceResponse,
  PHOTOGRAPH_LIMITS,
  ReferenceResponse,
} from '@titular/contract';
import { PATIENT_LIMIT_MS } from '../kernel/http/answers/answer-limit.ts';
import { REFUSALS, REFUSALS_WITHOUT_ID } from '../kernel/http/answers/refusals.ts';
import { defineRoute, type Route } from '../kernel/http/route.ts';
import { actorOf } from '../kernel/http/service-actor.ts';
import type { RecordAct } from '../module.ts';
import { type EnrolDeps, enrolReference } from './enrol-reference.ts';
import { photographRoute } from './photographs/photograph-route.ts';
import { readReference } from './read-reference.ts';
import { withdrawReference } from './withdraw-reference.ts';

const BASE = '/api/public/v1/references';
const REFERENCE = `${BASE}/:reference_id`;

/** All photographs in base64, and the rest of the body. */
const BODY_LIMIT_BYTES = PHOTOGRAPH_LIMITS.most * Math.ceil(PHOTOGRAPH_LIMITS.bytes / 3) * 4 + 32 * 1024;

/** The merchant's operations on references. */
export const referenceRoutes = (deps: EnrolDeps & { recordAct?: RecordAct | undefined }): Route[] => [
  defineRoute({
    operationId: 'createFaceReference',
    summary: 'Enrol the face of a person you know, from photographs',
    method: 'POST',
    path: BASE,
    access: 'token',
    scope: 'references:write',
    bodyKind: 'json',
    limitMs: PATIENT_LIMIT_MS,
    bodySchema: CreateReferenceRequest,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    responses: { 200: ReferenceResponse, ...REFUSALS_WITHOUT_ID },
    handle: async ({ body }, caller) => ({
      status: 200,
      body: await enrolReference(deps, actorOf(caller), body, caller.idle),
    }),
  }),
  defineRoute({
    operationId: 'readFaceReference',
    summary: 'Read a reference, without pictures',
    method: 'GET',
    path: REFERENCE,
    access: 'token',
    scope: 'references:write',
    bodyKind: 'none',
    responses: { 200: ReferenceResponse, ...REFUSALS },
    handle: async ({ params }, { tenantId }) => ({
      status: 200,
      body: await readReference(deps, tenantId, params.reference_id),
    }),
  }),
  photographRoute(deps),
  defineRoute({
    operationId: 'deleteFaceReference',
    summary: 'Withdraw a reference with its faces',
    method: 'DELETE',
    path: REFERENCE,
    access: 'token',
    scope: 'references:write',
    bodyKind: 'none',
    responses: { 200: DeleteReferenceResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await withdrawReference(deps, actorOf(caller), params.reference_id),
    }),
  }),
];
