import type { PersonRows, SearchPeople } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import { definePortalRoute, type SignedInUser } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import {
  endSessions,
  findUser,
  listAllMembershipsOf,
  listPeopleBefore,
  switchUser,
  type User,
} from '../../users/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';

const PAGE = 50;

async function search(
  { db, clock }: PortalDeps,
  { text, operators, limit = PAGE, cursor }: SearchPeople,
): Promise<PersonRows> {
  const name = text?.normalize('NFKC').trim() || undefined;
  const asked = { text: name, operators: operators === true, limit, before: cursor, now: clock.now() };
  const { people, nextId } = await listPeopleBefore(db, asked);
  return {
    people: people.map(({ lastSignInAt, ...row }) => ({
      ...row,
      ...(lastSignInAt === undefined ? {} : { lastSignInAt: lastSignInAt.toISOString() }),
    })),
    ...(nextId === undefined ? {} : { nextCursor: nextId }),
  };
}

/** An operator, or somebody of no tenant: tenants manage their own staff. Nobody is the caller: one ends one's own sessions in one's own account. */
async function requireManaged({ db }: PortalDeps, caller: SignedInUser, userId: string): Promise<User> {
  const user = await findUser(db, userId);
  if (!user) throw new Refusal('40420');
  if (user.userId === caller.userId) throw new Refusal('40374');
  if (!user.isOperator && (await listAllMembershipsOf(db, userId)).length > 0) throw new Refusal('40374');
  return user;
}

/** The people of the deployment, as its operators manage them. */
export const peopleRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('searchPeople', async ({ body }) => ({ status: 200, body: await search(deps, body) })),
  definePortalRoute('endPersonSessions', async ({ params }, caller) => {
    const { userId } = await requireManaged(deps, caller, params.user_id);
    return { status: 200, body: { ended: await endSessions(operatorOf(deps, caller), userId) } };
  }),
  definePortalRoute('switchPerson', async ({ params, body }, caller) => {
    const { userId } = await requireManaged(deps, caller, params.user_id);
    const outcome = await switchUser(operatorOf(deps, caller), userId, body.active, { keepsOperator: true });
    if (outcome === 'last-operator') throw new Refusal('40374');
    return { status: 200, body: {} };
  }),
];
