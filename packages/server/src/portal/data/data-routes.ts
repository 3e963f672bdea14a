import type { EraseByHand, ErasureProposal, ErasureResponse } from '@titular/contract';
import { hideUnknown } from '../../cases/index.ts';
import {
  approveErasure,
  countDue,
  countOpenRequests,
  erasePersonOnce,
  proposeErasure,
  readErasure,
  type StaffActor,
  withdrawErasure,
} from '../../erasure/index.ts';
import { readIdempotencyKey } from '../../idempotency/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { idleWithoutTurn } from '../../kernel/http/admission/admission.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute, RouteReply, RouteRequest } from '../../kernel/http/route.ts';
import { lockTwoPerson } from '../../two-person/index.ts';
import type { DataDeps } from './data-deps.ts';
import { searchErasures, searchProposals, showProposals } from './show-erasures.ts';
import { requireTenantWide } from './tenant-wide.ts';

const answer = async (work: Promise<object>): Promise<RouteReply> => ({ status: 200, body: await work });

/**
 * Erases as one person alone, once for each press of the button that is named; a key of one person is no other's. Refuses with 40349 where
 * it takes two when it is done.
 */
const eraseAlone = (
  { erasing }: DataDeps,
  staff: StaffActor,
  { body, headers }: { body: EraseByHand; headers: RouteRequest['headers'] },
): Promise<ErasureResponse> =>
  erasePersonOnce({ ...erasing, idle: idleWithoutTurn }, staff, body, {
    key: readIdempotencyKey(headers['idempotency-key']),
    operation: `eraseByHand ${staff.actor}`,
    guard: async (trx) => {
      if (await lockTwoPerson(trx, staff.tenantId)) throw new Refusal('40349');
    },
  });

async function propose(deps: DataDeps, staff: StaffActor, body: EraseByHand): Promise<ErasureProposal> {
  const [shown] = await showProposals(deps, staff, [
    await proposeErasure({ ...deps, rules: deps.twoPersons }, staff, body),
  ]);
  if (!shown) throw new Refusal('40420');
  return shown;
}

const erasures = (deps: DataDeps): PortalRoute[] => [
  definePortalRoute('eraseByHand', (request, caller) =>
    answer(eraseAlone(deps, requireTenantWide(caller), request)),
  ),
  definePortalRoute('searchErasures', ({ body }, caller) =>
    answer(searchErasures(deps, requireTenantWide(caller), body)),
  ),
  definePortalRoute('readErasureByHand', ({ params }, caller) =>
    answer(hideUnknown(() => readErasure(deps, requireTenantWide(caller).tenantId, params.erasure_id))),
  ),
  definePortalRoute('countOpenRequests', (_request, caller) =>
    answer(countOpenRequests(deps.db, requireTenantWide(caller).tenantId)),
  ),
  definePortalRoute('countDue', ({ body }, caller) =>
    answer(countDue(deps.db, deps.erasing.retention, requireTenantWide(caller).tenantId, body.days)),
  ),
];

const proposals = (deps: DataDeps): PortalRoute[] => [
  definePortalRoute('proposeErasure', ({ body }, caller) =>
    answer(propose(deps, requireTenantWide(caller), body)),
  ),
  definePortalRoute('searchProposals', ({ body }, caller) =>
    answer(searchProposals(deps, requireTenantWide(caller), body)),
  ),
  definePortalRoute('approveErasure', ({ params, body }, caller) => {
    const approving = { ...deps.erasing, rules: deps.twoPersons };
    return answer(approveErasure(approving, requireTenantWide(caller), params.proposal_id, body));
  }),
  definePortalRoute('withdrawErasure', async ({ params }, caller) => {
    await withdrawErasure(deps, requireTenantWide(caller), params.proposal_id);
    return { status: 200, body: {} };
  }),
];

/** Erasing persons by hand, and what of the tenant goes by itself. */
export const dataRoutes = (deps: DataDeps): PortalRoute[] => [...erasures(deps), ...proposals(deps)];
