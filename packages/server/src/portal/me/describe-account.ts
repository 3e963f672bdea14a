import type { OwnAccount } from '@titular/contract';
import type { SignedInUser } from '../../kernel/http/portal/portal-route.ts';
import { listAuthenticators, listLinks, listRecoveryCodes, listSessions } from '../../users/index.ts';
import type { PortalDeps } from '../portal-deps.ts';

type ShownAuthenticator = OwnAccount['authenticators'][number];

const toWay = (way: {
  id: string;
  kind: ShownAuthenticator['kind'];
  label: string;
  createdAt: Date;
  lastUsedAt: Date | undefined;
}): ShownAuthenticator => ({
  ...{ id: way.id, kind: way.kind, label: way.label, createdAt: way.createdAt.toISOString() },
  ...(way.lastUsedAt ? { lastUsedAt: way.lastUsedAt.toISOString() } : {}),
});

/** What a person signs in with; a link to a provider that is no longer configured stands under its host. */
async function listWays(
  { db, users: { provider } }: PortalDeps,
  userId: string,
): Promise<ShownAuthenticator[]> {
  const authenticators = await listAuthenticators(db, userId);
  const links = await listLinks(db, userId);
  return [
    ...authenticators.map(({ authenticatorId: id, ...one }) => toWay({ ...one, id })),
    ...links.map(({ linkId: id, issuer, ...one }) =>
      toWay({
        ...{ ...one, id, kind: 'provider' },
        label: provider?.issuer === issuer ? provider.name : new URL(issuer).host,
      }),
    ),
  ];
}

/** What a person sees of themselves. */
export async function describeAccount(
  deps: PortalDeps,
  { userId, sessionId, name, isOperator }: SignedInUser,
): Promise<OwnAccount> {
  const { db, clock, users } = deps;
  const authenticators = await listWays(deps, userId);
  const sessions = await listSessions(db, userId, clock.now());
  const { provider } = users;
  const isLinked = (await listLinks(db, userId)).some(({ issuer }) => issuer === provider?.issuer);
  return {
    ...{ name, authenticators, recoveryCodesLeft: (await listRecoveryCodes(db, userId)).length },
    ...(provider && !isLinked && !isOperator ? { linkable: provider.name } : {}),
    sessions: sessions.map(({ sessionId: id, browser, createdAt, lastSeenAt }) => ({
      ...{ id, isThis: id === sessionId, browser },
      ...{ createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() },
    })),
  };
}
