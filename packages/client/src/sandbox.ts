import type { CallApi } from './http/call-api.ts';
import type { CallOptions } from './http/options.ts';
import { bindOperations, type OperationRows } from './operations.ts';
import type { ListScenariosResponse, StepTransactionRequest } from './wire/sandbox.ts';
import type { TransactionStatusResponse } from './wire/transactions.ts';

const BASE = '/api/public/v1/walletid/sandbox';

/** For tests: in production there is no such operation (40400). */
export type Sandbox = {
  /** Every scenario by its name, which the option `scenario` of a call takes. */
  scenarios(options?: CallOptions): Promise<ListScenariosResponse>;
  /** Lets one thing happen to a live transaction at once; never sent again after a fault. */
  step(
    transactionId: string,
    request: StepTransactionRequest,
    options?: CallOptions,
  ): Promise<TransactionStatusResponse>;
};

const CALLS: OperationRows<Sandbox> = {
  scenarios: ['listScenarios', 'GET', `${BASE}/scenarios`, 'nothing', 'always'],
  step: ['stepTransaction', 'POST', `${BASE}/transactions/{id}/steps`, 'id-and-body', 'never'],
};

/** The operations of the sandbox, over one way to the API. */
export const createSandbox = (callApi: CallApi): Sandbox => bindOperations<Sandbox>(callApi, CALLS);
