import { ListCapturesResponse, ReadCaptureImageQuery } from '@titular/contract';
import { PATIENT_LIMIT_MS } from '../../kernel/http/answers/answer-limit.ts';
import { pictureReply } from '../../kernel/http/answers/picture-reply.ts';
import { REFUSALS } from '../../kernel/http/answers/refusals.ts';
import { defineRoute, type Route } from '../../kernel/http/route.ts';
import { actorOf } from '../../kernel/http/service-actor.ts';
import { type ReadCapturesDeps, readCaptures } from './read-captures.ts';
import { type ViewImageDeps, viewImage } from './view-image.ts';

const BASE = '/api/public/v1/walletid/transactions/:transaction_id/captures';

/** What was captured for a transaction, for whoever may see it. */
export const captureRecordRoutes = (deps: ReadCapturesDeps & ViewImageDeps): Route[] => [
  defineRoute({
    operationId: 'listCaptures',
    summary: 'Read what was captured for a transaction, and the checks of its decision',
    method: 'GET',
    path: BASE,
    access: 'token',
    scope: 'captures:read',
    bodyKind: 'none',
    responses: { 200: ListCapturesResponse, ...REFUSALS },
    handle: async ({ params }, caller) => ({
      status: 200,
      body: await readCaptures(deps, caller.tenantId, params.transaction_id),
    }),
  }),
  defineRoute({
    operationId: 'readCaptureImage',
    summary: 'Look at a kept image, with a reason',
    method: 'GET',
    path: `${BASE}/:attempt_id/frames/:step`,
    access: 'token',
    scope: 'captures:read',
    bodyKind: 'none',
    limitMs: PATIENT_LIMIT_MS,
    querySchema: ReadCaptureImageQuery,
    responses: { 200: 'binary', ...REFUSALS },
    answerType: 'image/jpeg',
    handle: async ({ params, query }, caller) => {
      const { transaction_id: transactionId, attempt_id: attemptId, step } = params;
      const { reason } = query;
      const view = { transactionId, attemptId, step, reason };
      return pictureReply(await viewImage(deps, actorOf(caller), view), 'capture');
    },
  }),
];
