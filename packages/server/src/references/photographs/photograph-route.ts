import { ReadReferencePhotographQuery } from '@titular/contract';
import { PATIENT_LIMIT_MS } from '../../kernel/http/answers/answer-limit.ts';
import { REFUSALS } from '../../kernel/http/answers/refusals.ts';
import { defineRoute, type Route } from '../../kernel/http/route.ts';
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
      const viewer = { tenantId: caller.tenantId, actor: `service-account:${caller.account}` };
      const view = { referenceId, position, reason: query.reason };
      const image = await viewPhotograph(deps, viewer, view);
      return {
        status: 200,
        headers: {
          'content-type': 'image/jpeg',
          // Saved under a name without anything of the caller's, and never shown in a page of ours.
          'content-disposition': 'attachment; filename="reference.jpg"',
        },
        body: image,
      };
    },
  });
