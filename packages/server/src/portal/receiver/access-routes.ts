import type { ReceiverAccess, ReceiverAccesses } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import {
  type Access,
  endReceivers,
  listAccesses,
  makeReceiverLink,
  receiverLink,
} from '../../receivers/index.ts';
import { requireSeenEndpoint } from '../developers/seen-endpoint.ts';
import { findMakers, type Maker } from '../makers.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';

const toView = ({ accessId, createdAt, opened, expiresAt }: Access, maker: Maker): ReceiverAccess => ({
  ...{ id: accessId, state: opened ? 'session' : 'link' },
  ...maker,
  createdAt: createdAt.toISOString(),
  ...(opened && {
    openedAt: opened.at.toISOString(),
    lastUsedAt: opened.lastUsedAt.toISOString(),
    browser: opened.browser,
  }),
  expiresAt: expiresAt.toISOString(),
});

async function describeAccesses(db: Db, accesses: readonly Access[]): Promise<ReceiverAccesses> {
  const makerOf = await findMakers(
    db,
    accesses.map(({ madeBy }) => madeBy),
  );
  return { accesses: accesses.map((one) => toView(one, makerOf(one.madeBy))) };
}

/** Links to the page of an endpoint's receiver, and the sessions that they opened, for whoever manages the endpoint. */
export const accessRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('listReceiverAccesses', async ({ params }, caller) => {
    const { endpointId } = await requireSeenEndpoint(deps.db, caller, params.endpoint_id);
    const accesses = await listAccesses(deps.db, caller.tenantId, endpointId, deps.clock.now());
    return { status: 200, body: await describeAccesses(deps.db, accesses) };
  }),
  definePortalRoute('makeReceiverLink', async ({ params }, caller) => {
    const { endpointId } = await requireSeenEndpoint(deps.db, caller, params.endpoint_id);
    const { tenantId } = caller;
    const made = await makeReceiverLink(operatorOf(deps, caller), { tenantId, endpointId });
    const { accessId: id, code, expiresAt } = made;
    return {
      status: 200,
      body: { id, link: receiverLink(deps.url, code), expiresAt: expiresAt.toISOString() },
    };
  }),
  definePortalRoute('endReceiverAccess', async ({ params }, caller) => {
    const { endpointId } = await requireSeenEndpoint(deps.db, caller, params.endpoint_id);
    const which = { tenantId: caller.tenantId, endpointId, accessId: params.access_id };
    if ((await endReceivers(operatorOf(deps, caller), which)) === 0) throw new Refusal('40420');
    return { status: 200, body: {} };
  }),
];
