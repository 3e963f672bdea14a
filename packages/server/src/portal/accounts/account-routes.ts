import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute, RouteReply } from '../../kernel/http/route.ts';
import {
  addClientSecret,
  addKey,
  createAccount,
  endClientSecret,
  endKey,
  rotateClientSecret,
  switchAccount,
} from './act-on-accounts.ts';
import { type AccountDeps, searchAccounts, showAccount } from './show-accounts.ts';

const answer = async (work: Promise<object>): Promise<RouteReply> => ({ status: 200, body: await work });

/** What developers and admins do about service accounts, their keys and client secrets. */
export const accountRoutes = (deps: AccountDeps): PortalRoute[] => [
  definePortalRoute('searchPortalAccounts', ({ body }, caller) => answer(searchAccounts(deps, caller, body))),
  definePortalRoute('createPortalAccount', ({ body }, caller) => answer(createAccount(deps, caller, body))),
  definePortalRoute('readPortalAccount', ({ params }, caller) =>
    answer(showAccount(deps, caller, params.account)),
  ),
  definePortalRoute('switchPortalAccount', ({ params, body }, caller) =>
    answer(switchAccount(deps, caller, params.account, body.active)),
  ),
  definePortalRoute('addAccountKey', ({ params, body }, caller) =>
    answer(addKey(deps, caller, params.account, body)),
  ),
  definePortalRoute('endAccountKey', ({ params, body }, caller) =>
    answer(endKey(deps, caller, params.account, body.key)),
  ),
  definePortalRoute('addAccountSecret', ({ params }, caller) =>
    answer(addClientSecret(deps, caller, params.account)),
  ),
  definePortalRoute('rotateAccountSecret', ({ params, body }, caller) =>
    answer(rotateClientSecret(deps, caller, params.account, body.overlapSeconds)),
  ),
  definePortalRoute('endAccountSecret', ({ params, body }, caller) =>
    answer(endClientSecret(deps, caller, params.account, body.secret)),
  ),
];
