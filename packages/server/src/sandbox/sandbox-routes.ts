import {
  ListScenariosResponse,
  type SandboxScenario,
  StepTransactionRequest,
  TransactionStatusResponse,
} from '@titular/contract';
import type { TenantId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import { REFUSALS, REFUSALS_WITHOUT_ID } from '../kernel/http/answers/refusals.ts';
import { defineRoute, type Route } from '../kernel/http/route.ts';

const BASE = '/api/public/v1/walletid/sandbox';

/** What the routes ask of a sandbox. */
export type SandboxSteps = {
  catalogue(): SandboxScenario[];
  step(
    tenantId: TenantId,
    transactionId: string,
    event: StepTransactionRequest['event'],
    /** Somebody of the staff, who gets an entry in the audit log. */
    actor?: string,
  ): Promise<TransactionStatusResponse>;
};

/** What the routes need; in production there is neither a sandbox nor these routes. */
export type SandboxRouteDeps = { sandboxSteps: SandboxSteps | undefined };

function stepsOf({ sandboxSteps }: SandboxRouteDeps): SandboxSteps {
  invariant(sandboxSteps, 'where these routes are, there is a sandbox');
  return sandboxSteps;
}

/** The operations of the sandbox, for the test environment alone. */
export const sandboxRoutes = (deps: SandboxRouteDeps): Route[] => [
  defineRoute({
    operationId: 'listScenarios',
    summary: 'List the scenarios of the sandbox',
    method: 'GET',
    path: `${BASE}/scenarios`,
    access: 'token',
    scope: 'transactions:read',
    bodyKind: 'none',
    responses: { 200: ListScenariosResponse, ...REFUSALS_WITHOUT_ID },
    handle: async () => ({ status: 200, body: { scenarios: stepsOf(deps).catalogue() } }),
  }),
  defineRoute({
    operationId: 'stepTransaction',
    summary: 'Let something happen to a live transaction of the sandbox',
    method: 'POST',
    path: `${BASE}/transactions/:transaction_id/steps`,
    access: 'token',
    scope: 'transactions:write',
    bodyKind: 'json',
    bodySchema: StepTransactionRequest,
    responses: { 200: TransactionStatusResponse, ...REFUSALS },
    handle: async ({ params, body }, { tenantId }) => {
      const { event } = body;
      return {
        status: 200,
        body: await stepsOf(deps).step(tenantId, params.transaction_id, event),
      };
    },
  }),
];
