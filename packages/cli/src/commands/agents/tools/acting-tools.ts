import { CreateTransactionRequest, StepTransactionRequest, TransactionId } from '@titular/contract';
import { Type } from 'typebox';
import type { CallService } from '../service/call-service.ts';
import { DATA_NOTE, idOf } from './reading-tools.ts';
import { resultOf } from './results.ts';
import type { Tool } from './tool.ts';

const CLOSED = { additionalProperties: false } as const;
const BASE = '/api/public/v1';
const ONLY_TEST = 'Test environment only.';

const scenario = Type.Optional(
  Type.String({
    pattern: '^[a-z0-9-]{1,60}$',
    description: 'A scenario of list_scenarios, which decides how the transaction goes.',
  }),
);

function createTransaction(callService: CallService, company: string | undefined): Tool {
  const { company: companyRule, ...rules } = CreateTransactionRequest.properties;
  const ownRule =
    company === undefined
      ? companyRule
      : Type.Optional(
          Type.String({ format: 'uuid', description: `The id of a company; ${company} without it.` }),
        );
  return {
    name: 'create_transaction',
    title: 'Create a transaction in the sandbox',
    description: `Creates a transaction and returns its id and status. ${ONLY_TEST} Link and SDK token are left out, because they are secrets: choose a scenario, or move it by step_transaction. Send the first 8 and last 4 digits of a card, never the whole number. ${DATA_NOTE}`,
    input: Type.Object({ ...rules, company: ownRule, scenario }, CLOSED),
    output: { operation: 'createTransaction' },
    effect: 'acts',
    run: async ({ scenario: name, ...body }, signal) => {
      const path = `${BASE}/walletid/transaction`;
      const chosen = name as string | undefined;
      const request = { ...(company === undefined ? {} : { company }), ...body };
      return resultOf(await callService({ method: 'POST', path, body: request, scenario: chosen }, signal));
    },
  };
}

const stepTransaction = (callService: CallService): Tool => ({
  name: 'step_transaction',
  title: 'Move a transaction of the sandbox',
  description: `Makes one thing happen to a live transaction at once: it is approved, expires, or an attempt fails. ${ONLY_TEST}`,
  input: Type.Object({ transaction_id: TransactionId, ...StepTransactionRequest.properties }, CLOSED),
  output: { operation: 'stepTransaction' },
  effect: 'acts',
  run: async ({ transaction_id: id, event }, signal) => {
    const path = `${BASE}/walletid/sandbox/transactions/${encodeURIComponent(String(id))}/steps`;
    return resultOf(await callService({ method: 'POST', path, body: { event } }, signal));
  },
});

const sendTestEvent = (callService: CallService): Tool => ({
  name: 'send_test_event',
  title: 'Send a test event',
  description: `Sends an event of the type endpoint.test to one webhook endpoint; list_deliveries tells what became of it. ${ONLY_TEST}`,
  input: Type.Object({ endpoint_id: idOf('webhook endpoint') }, CLOSED),
  output: { operation: 'sendTestEvent' },
  effect: 'acts',
  run: async ({ endpoint_id: id }, signal) => {
    const path = `${BASE}/webhook-endpoints/${encodeURIComponent(String(id))}/test`;
    return resultOf(await callService({ method: 'POST', path }, signal));
  },
});

/** Tools that change something; `company` is the one of a create that names none. */
export const actingTools = (callService: CallService, company: string | undefined): Tool[] => [
  createTransaction(callService, company),
  stepTransaction(callService),
  sendTestEvent(callService),
];
