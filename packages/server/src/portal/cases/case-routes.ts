import {
  type CaseDeps,
  type CaseEvidenceDeps,
  type CaseFileDeps,
  type ChangeDeps,
  cancelByHand,
  createByHand,
  find,
  makeCaseFile,
  noteByHand,
  readPortalEvidence,
  readPortalReceipt,
  readProcessCase,
  readTransactionCase,
  renewProcessLinkByHand,
  renewTransactionLink,
  resendByHand,
  revealField,
  searchPortalProcesses,
  searchPortalTransactions,
  type ViewPictureDeps,
  viewPicture,
  withdrawByHand,
} from '../../cases/index.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute, RouteReply } from '../../kernel/http/route.ts';
import type { CreateDeps } from '../../transactions/index.ts';

/** What the routes about cases need; `db` is the portal's own pool. */
export type CaseRouteDeps = CaseDeps &
  CaseFileDeps &
  ChangeDeps &
  CaseEvidenceDeps &
  CreateDeps &
  ViewPictureDeps;

const DONE = { status: 200, body: {} } as const;

const answer = async (work: Promise<object>): Promise<RouteReply> => ({ status: 200, body: await work });

const headerOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value;

/** A case with its version, or 304 without a body to a reader who has that version. */
async function answerCase(work: Promise<{ etag: string; body: object | undefined }>): Promise<RouteReply> {
  const { etag, body } = await work;
  return body ? { status: 200, headers: { etag }, body } : { status: 304, headers: { etag }, body: '' };
}

const looking = (deps: CaseRouteDeps): PortalRoute[] => [
  definePortalRoute('find', ({ body }, caller) => answer(find(deps, caller, body))),
  definePortalRoute('searchPortalTransactions', ({ body }, caller) =>
    answer(searchPortalTransactions(deps, caller, body)),
  ),
  definePortalRoute('searchPortalProcesses', ({ body }, caller) =>
    answer(searchPortalProcesses(deps, caller, body)),
  ),
  definePortalRoute('readTransactionCase', ({ params, headers }, caller) =>
    answerCase(readTransactionCase(deps, caller, params.transaction_id, headerOf(headers['if-none-match']))),
  ),
  definePortalRoute('readProcessCase', ({ params, headers }, caller) =>
    answerCase(readProcessCase(deps, caller, params.process_id, headerOf(headers['if-none-match']))),
  ),
];

const opening = (deps: CaseRouteDeps): PortalRoute[] => [
  definePortalRoute('revealTransactionField', ({ params, body }, caller) =>
    answer(revealField(deps, caller, { kind: 'transaction', id: params.transaction_id }, body.field)),
  ),
  definePortalRoute('revealProcessField', ({ params, body }, caller) =>
    answer(revealField(deps, caller, { kind: 'process', id: params.process_id }, body.field)),
  ),
  definePortalRoute('viewTransactionPicture', ({ params, body }, caller) =>
    answer(viewPicture(deps, caller, { kind: 'transaction', id: params.transaction_id }, body)),
  ),
  definePortalRoute('viewProcessPicture', ({ params, body }, caller) =>
    answer(viewPicture(deps, caller, { kind: 'process', id: params.process_id }, body)),
  ),
  definePortalRoute('readPortalReceipt', ({ params }, caller) =>
    answer(readPortalReceipt(deps, caller, params.transaction_id)),
  ),
  definePortalRoute('readPortalEvidence', ({ params }, caller) =>
    answer(readPortalEvidence(deps, caller, params.transaction_id)),
  ),
  definePortalRoute('makeCaseFile', ({ params, body }, caller) =>
    answer(makeCaseFile(deps, caller, params.transaction_id, body)),
  ),
];

const acting = (deps: CaseRouteDeps): PortalRoute[] => [
  definePortalRoute('createByHand', ({ body, headers }, caller) =>
    answer(createByHand(deps, caller, { body, idempotencyKey: headers['idempotency-key'] })),
  ),
  definePortalRoute('renewTransactionLink', ({ params }, caller) =>
    answer(renewTransactionLink(deps, caller, params.transaction_id)),
  ),
  definePortalRoute('renewProcessLinkByHand', ({ params }, caller) =>
    answer(renewProcessLinkByHand(deps, caller, params.process_id)),
  ),
  definePortalRoute('cancelByHand', async ({ params }, caller) => {
    await cancelByHand(deps, caller, params.transaction_id);
    return DONE;
  }),
  definePortalRoute('resendPortalDelivery', ({ params }, caller) =>
    answer(resendByHand(deps, caller, params.delivery_id)),
  ),
];

const noting = (deps: CaseRouteDeps): PortalRoute[] => [
  ...(['writeNote', 'giveVerdict'] as const).map((name) =>
    definePortalRoute(name, ({ params, body, headers }, caller) =>
      answer(
        noteByHand(deps, caller, params.transaction_id, {
          body,
          idempotencyKey: headers['idempotency-key'],
        }),
      ),
    ),
  ),
  definePortalRoute('withdrawNote', async ({ params }, caller) => {
    await withdrawByHand(deps, caller, { id: params.transaction_id, noteId: params.note_id });
    return DONE;
  }),
];

/** What people of the staff read and do about transactions and processes. */
export const caseRoutes = (deps: CaseRouteDeps): PortalRoute[] => [
  ...looking(deps),
  ...opening(deps),
  ...acting(deps),
  ...noting(deps),
];
