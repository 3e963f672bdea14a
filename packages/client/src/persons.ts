import type { CallApi } from './http/call-api.ts';
import type { CallOptions, CreateOptions } from './http/options.ts';
import { bindOperations, type OperationRows } from './operations.ts';
import type { EraseIdentityRequest, ErasureResponse } from './wire/persons.ts';

const BASE = '/api/public/v1/persons/erasures';

/** What a person may ask of a merchant. */
export type Persons = {
  /** Erases everything of a person from the tenant's data, for good; safe to be sent again, because it has an Idempotency-Key. */
  erase(request: EraseIdentityRequest, options?: CreateOptions): Promise<ErasureResponse>;
};

/** What was erased. */
export type Erasures = {
  /** An erasure with the receipt that was given for it. */
  get(id: string, options?: CallOptions): Promise<ErasureResponse>;
};

const OF_PERSONS: OperationRows<Persons> = {
  erase: ['eraseIdentity', 'POST', BASE, 'body', 'under-key'],
};
const OF_ERASURES: OperationRows<Erasures> = {
  get: ['readErasure', 'GET', `${BASE}/{id}`, 'id', 'always'],
};

/** The operations on persons, over one way to the API. */
export const createPersons = (callApi: CallApi): Persons => bindOperations<Persons>(callApi, OF_PERSONS);

/** The operations on erasures, over one way to the API. */
export const createErasures = (callApi: CallApi): Erasures => bindOperations<Erasures>(callApi, OF_ERASURES);
