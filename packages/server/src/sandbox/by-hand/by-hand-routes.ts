import type {
  Examination,
  ListScenariosResponse,
  RunScenario,
  ScenarioRun,
  StepTransactionRequest,
  TransactionStatusResponse,
} from '@titular/contract';
import type { Member } from '../../cases/index.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';

/** What a press of a button asks for; the key makes a second press the same. */
export type AskedRun = RunScenario & { idempotencyKey: string | string[] | undefined };

/** What the portal asks of a sandbox. */
export type SandboxByHand = {
  list(): ListScenariosResponse;
  run(member: Member, asked: AskedRun): Promise<ScenarioRun>;
  step(
    member: Member,
    transactionId: string,
    event: StepTransactionRequest['event'],
  ): Promise<TransactionStatusResponse>;
  examine(member: Member, endpointId: string): Promise<Examination>;
  readExamination(member: Member, endpointId: string): Promise<Examination>;
};

/** Calls of the portal about the sandbox; there is one wherever these routes are. */
export function byHandRoutes(sandbox: SandboxByHand | undefined): PortalRoute[] {
  const open = (): SandboxByHand => {
    invariant(sandbox, 'where these routes are, there is a sandbox');
    return sandbox;
  };
  return [
    definePortalRoute('listPortalScenarios', async () => ({ status: 200, body: open().list() })),
    definePortalRoute('runPortalScenario', async ({ body, headers }, caller) => ({
      status: 200,
      body: await open().run(caller, { ...body, idempotencyKey: headers['idempotency-key'] }),
    })),
    definePortalRoute('examinePortalReceiver', async ({ params }, caller) => ({
      status: 200,
      body: await open().examine(caller, params.endpoint_id),
    })),
    definePortalRoute('readPortalExamination', async ({ params }, caller) => ({
      status: 200,
      body: await open().readExamination(caller, params.endpoint_id),
    })),
    definePortalRoute('stepPortalTransaction', async ({ params, body }, caller) => ({
      status: 200,
      body: await open().step(caller, params.transaction_id, body.event),
    })),
  ];
}
