import type { CallApi } from './http/call-api.ts';
import type { CallOptions } from './http/options.ts';
import { bindOperations, type OperationRows } from './operations.ts';
import type {
  CreateReferenceRequest,
  DeleteReferenceResponse,
  ReferenceResponse,
} from './wire/references.ts';

const BASE = '/api/public/v1/references';

/** Faces of persons whom you met before. */
export type References = {
  /** Enrols a face from photographs; the same photographs of the same identity return the same reference. */
  create(request: CreateReferenceRequest, options?: CallOptions): Promise<ReferenceResponse>;
  /** A reference, without pictures. */
  get(id: string, options?: CallOptions): Promise<ReferenceResponse>;
  /** Withdraws a reference with its faces. */
  delete(id: string, options?: CallOptions): Promise<DeleteReferenceResponse>;
};

const OF_REFERENCES: OperationRows<References> = {
  create: ['createFaceReference', 'POST', BASE, 'body', 'always'],
  get: ['readFaceReference', 'GET', `${BASE}/{id}`, 'id', 'always'],
  delete: ['deleteFaceReference', 'DELETE', `${BASE}/{id}`, 'id', 'always'],
};

/** The operations on references, over one way to the API. */
export const createReferences = (callApi: CallApi): References =>
  bindOperations<References>(callApi, OF_REFERENCES);
