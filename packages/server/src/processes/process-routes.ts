import {
  CreateProcessRequest,
  CreateProcessResponse,
  ProcessHistoryResponse,
  ProcessResponse,
  ReadCaptureImageQuery,
  SelfieResponse,
} from '@titular/contract';
import {
  answerOnce,
  findKeptAnswer,
  IDEMPOTENCY_HEADER,
  onceKeyOf,
  readIdempotencyKey,
} from '../idempotency/index.ts';
import { parseUuid } from '../kernel/base/id.ts';
import type { WriteIn } from '../kernel/database/write-in.ts';
import { PATIENT_LIMIT_MS } from '../kernel/http/answers/answer-limit.ts';
import { REFUSALS } from '../kernel/http/answers/refusals.ts';
import { defineRoute, type Route } from '../kernel/http/route.ts';
import { type SandboxPort, sandboxParameter } from '../kernel/http/sandbox-port.ts';
import { actorOf } from '../kernel/http/service-actor.ts';
import { type RenewProcessLinkDeps, renewProcessLink } from './built-in/renew-process-link.ts';
import { type CreateProcessDeps, createProcess } from './create-process.ts';
import { forRequest } from './identity-platform.ts';
import { parseProcessRequest } from './parse-process-request.ts';
import { type ReadProcessDeps, readProcess, readProcessHistory } from './read-process.ts';
import { type SelfieDeps, viewSelfie } from './reuse/view-selfie.ts';

const PROCESS = '/client/v1/process';

/** What the routes of processes need. */
export type ProcessRouteDeps = CreateProcessDeps & { sandbox: SandboxPort } & ReadProcessDeps &
  RenewProcessLinkDeps &
  SelfieDeps;

const writing = (deps: ProcessRouteDeps): Route[] => [
  defineRoute({
    operationId: 'createProcess',
    summary: 'Start a process: a selfie of one person, without a card',
    method: 'POST',
    path: PROCESS,
    access: 'token',
    scope: 'processes:write',
    bodyKind: 'json',
    ...(deps.identityPlatform?.kind === 'built-in' ? {} : { limitMs: PATIENT_LIMIT_MS }),
    bodySchema: CreateProcessRequest,
    responses: { 200: CreateProcessResponse, ...REFUSALS },
    headerParameters: [IDEMPOTENCY_HEADER, sandboxParameter('process')],
    handle: async ({ body, headers }, { tenantId, idle }) => {
      const key = readIdempotencyKey(headers['idempotency-key']);
      const request = key === undefined ? undefined : { key, body, operation: 'createProcess' };
      const kept = request && (await findKeptAnswer<CreateProcessResponse>(deps, tenantId, request));
      if (kept) return { status: 200, body: kept };
      const input = parseProcessRequest(body);
      const { identity } = input;
      const platform = deps.identityPlatform.kind;
      const course = deps.sandbox.beforeCreate({ kind: 'process', headers, identity, platform });
      const once: WriteIn<CreateProcessResponse> | undefined =
        request &&
        ((work) =>
          answerOnce({ ...deps, idle }, tenantId, request, {
            work,
            subjectOf: ({ process }) => parseUuid(process.id),
          }));
      const isAsked = request !== undefined && platform === 'external';
      const onceKey = isAsked ? await onceKeyOf(deps, tenantId, request) : undefined;
      const identityPlatform = forRequest(deps.identityPlatform, idle, onceKey);
      return {
        status: 200,
        body: await createProcess({ ...deps, identityPlatform }, tenantId, input, once, course),
      };
    },
  }),
  defineRoute({
    operationId: 'renewProcessLink',
    summary: 'Get a new address and SDK token for a process that still waits for the person',
    method: 'POST',
    path: `${PROCESS}/:process_id/link`,
    access: 'token',
    scope: 'processes:write',
    bodyKind: 'none',
    responses: { 200: CreateProcessResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await renewProcessLink(deps, caller.tenantId, params.process_id),
    }),
  }),
];

const reading = (deps: ReadProcessDeps & SelfieDeps): Route[] => [
  defineRoute({
    operationId: 'readProcessSelfie',
    summary: 'Look at the selfie of a process, with a reason',
    method: 'GET',
    path: `${PROCESS}/:process_id/selfie`,
    access: 'token',
    scope: 'captures:read',
    bodyKind: 'none',
    limitMs: PATIENT_LIMIT_MS,
    querySchema: ReadCaptureImageQuery,
    responses: { 200: SelfieResponse, ...REFUSALS },
    handle: async ({ params, query }, caller) => {
      const { reason } = query;
      const look = { ...actorOf(caller), processId: params.process_id, reason };
      return { status: 200, body: await viewSelfie(deps, look) };
    },
  }),
  defineRoute({
    operationId: 'readProcess',
    isFrequent: true,
    summary: 'Read a process with its results',
    method: 'GET',
    path: `${PROCESS}/:process_id`,
    access: 'token',
    scope: 'processes:read',
    bodyKind: 'none',
    responses: { 200: ProcessResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await readProcess(deps, caller.tenantId, params.process_id),
    }),
  }),
  defineRoute({
    operationId: 'readProcessHistory',
    summary: 'Read a process with every step it went and every transaction that used it',
    method: 'GET',
    path: `${PROCESS}/:process_id/history`,
    access: 'token',
    scope: 'processes:read',
    bodyKind: 'none',
    responses: { 200: ProcessHistoryResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await readProcessHistory(deps, caller.tenantId, params.process_id),
    }),
  }),
];

/** The merchant's operations on processes (design section 6). */
export const processRoutes = (deps: ProcessRouteDeps): Route[] => [...writing(deps), ...reading(deps)];
