import { Refusal } from '../../kernel/base/refusal.ts';
import { digest } from '../../kernel/base/secret.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { spendOfNetwork } from '../../kernel/http/admission/admit-network.ts';
import {
  endedReceiverCookie,
  RECEIVER_PREFIX,
  readReceiverCookie,
  receiverCookie,
} from '../../kernel/http/portal/portal-cookie.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute, RouteReply, RouteRequest } from '../../kernel/http/route.ts';
import { createNetworkBudget } from '../../kernel/network/network-budget.ts';
import {
  type Access,
  endReceivers,
  findSession,
  openReceiverLink,
  RECEIVER_SECONDS,
} from '../../receivers/index.ts';
import { describeBrowser, guardAddress } from '../../users/index.ts';
import {
  countFailed,
  resendDelivery,
  resendFailedInTime,
  searchDeliveries,
  sendTestEvent,
} from '../../webhooks/index.ts';
import { requireSince } from '../developers/show-deliveries.ts';
import type { ReceiverDeps } from './receiver-deps.ts';
import { describeReceiver, requireOwnDelivery, showReceiverDelivery } from './show-receiver.ts';

/** Sends that one network may ask for: whoever has a link is no member, and each leaves an entry in the audit log for good. */
const SENDS = { burst: 60, intervalSeconds: 2 };

const answer = async (work: Promise<object>): Promise<RouteReply> => ({ status: 200, body: await work });

function secretOf({ url }: ReceiverDeps, headers: RouteRequest['headers']): string {
  const secret = readReceiverCookie(url, headers['cookie']);
  if (secret === undefined) throw new Refusal('40340');
  return secret;
}

/** The session that a browser had before it opens a link. */
async function findFormer(deps: ReceiverDeps, headers: RouteRequest['headers']): Promise<Access | undefined> {
  const secret = readReceiverCookie(deps.url, headers['cookie']);
  return secret === undefined ? undefined : findSession(deps.db, digest(secret), deps.clock.now());
}

/** Opening a link, and the session that it opens. */
const sessionRoutes = (deps: ReceiverDeps): PortalRoute[] => [
  definePortalRoute('openReceiverLink', async ({ body, headers, sourceAddress }) => {
    const opening = {
      browser: describeBrowser(headers['user-agent']),
      prefix: RECEIVER_PREFIX,
      former: await findFormer(deps, headers),
      show: (trx: Db, secret: string) => describeReceiver({ ...deps, db: trx }, secret),
    };
    const { secret, shown } = await guardAddress(deps.users.addresses, sourceAddress, () =>
      openReceiverLink(deps, body.code, opening),
    );
    const cookie = receiverCookie(deps.url, secret, RECEIVER_SECONDS);
    return { status: 200, body: shown, headers: { 'set-cookie': cookie } };
  }),
  definePortalRoute('readReceiverSession', ({ headers }) =>
    answer(describeReceiver(deps, secretOf(deps, headers))),
  ),
  definePortalRoute('endReceiverSession', async (_request, { tenantId, endpointId, accessId, actor }) => {
    await endReceivers({ ...deps, actor }, { tenantId, endpointId, accessId });
    const headers = { 'set-cookie': endedReceiverCookie(deps.url) };
    return { status: 200, body: {}, headers };
  }),
];

/** Deliveries to the endpoint of the session. */
const deliveryRoutes = (deps: ReceiverDeps): PortalRoute[] => [
  definePortalRoute('searchReceiverDeliveries', ({ body }, { tenantId, endpointId }) =>
    answer(searchDeliveries(deps, tenantId, endpointId, body)),
  ),
  definePortalRoute('readReceiverDelivery', ({ params }, caller) =>
    answer(showReceiverDelivery(deps, caller, params.delivery_id)),
  ),
  definePortalRoute('countReceiverFailed', ({ body }, { tenantId, endpointId }) =>
    answer(countFailed(deps, tenantId, endpointId, requireSince(body.since))),
  ),
];

/** What has something sent to the endpoint of the session. Refuses with 42903 beyond what one network may. */
function sendRoutes(deps: ReceiverDeps): PortalRoute[] {
  const sends = createNetworkBudget(() => performance.now(), SENDS);
  const takeSend = (sourceAddress: string): void => spendOfNetwork(sends, sourceAddress);
  return [
    definePortalRoute('resendReceiverDelivery', async ({ params, sourceAddress }, caller) => {
      takeSend(sourceAddress);
      await requireOwnDelivery(deps, caller, params.delivery_id);
      const { id: deliveryId } = await resendDelivery(deps, caller, params.delivery_id);
      return { status: 200, body: { deliveryId } };
    }),
    definePortalRoute('resendReceiverFailed', async ({ body, sourceAddress }, caller) => {
      const since = requireSince(body.since);
      takeSend(sourceAddress);
      return answer(resendFailedInTime(deps, caller, caller.endpointId, since));
    }),
    definePortalRoute('sendReceiverTest', async ({ sourceAddress }, caller) => {
      takeSend(sourceAddress);
      return answer(sendTestEvent(deps, caller, caller.endpointId));
    }),
  ];
}

/** The page of an endpoint's receiver: every call but the first takes tenant and endpoint from its session. */
export const receiverRoutes = (deps: ReceiverDeps): PortalRoute[] => [
  ...sessionRoutes(deps),
  ...deliveryRoutes(deps),
  ...sendRoutes(deps),
];
