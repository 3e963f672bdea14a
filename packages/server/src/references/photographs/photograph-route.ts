import { ReadReferencePhotographQuery } from '@titular/contract';
import { PATIENT_LIMIT_MS } from '../../kernel/http/answers/answer-limit.ts';
import { pictureReply } from '../../kernel/http/answers/picture-reply.ts';
import { REFUSALS } from '../../kernel/http/answers/refusals.ts';
import { defineRoute, type Route } from '../../kernel/http/route.ts';
import { actorOf } from '../../kernel/http/service-actor.ts';
import { type ViewPhotographDeps, viewPhotograph } from './view-photograph.ts';

/** The look at a kept photograph, below the address of its reference, for accounts that may see pictures. */
export const photographRoute = (deps: ViewPhotographDeps): Route =>
  defineRoute({
    operationId: 'readReferencePhotograph',
    summary: 'Look at a kept photograph of a reference, with a reason',
    method: 'GET',
    path: '/api/public/v1/references/:reference_id/photographs/:position',
    access: 'token',
    scope: 'captures:read',
    bodyKind: 'none',
    limitMs: PATIENT_LIMIT_MS,
    querySchema: ReadReferencePhotographQuery,
    responses: { 200: 'binary', ...REFUSALS },
    answerType: 'image/jpeg',
    handle: async ({ params, query }, caller) => {
      const { reference_id: referenceId, position } = params;
      const view = { referenceId, position, reason: query.reason };
      return pictureReply(await viewPhotograph(deps, actorOf(caller), view), 'reference');
    },
  });
