import type { CallApi } from '../http/call-api.ts';
import { createList, type List, type Listing } from '../http/list.ts';
import type { CallOptions } from '../http/options.ts';
import { bindOperations, type OperationRows } from '../operations.ts';
import type { DeliveryResponse, DeliverySummary, ListDeliveriesResponse } from '../wire/webhooks.ts';

const ONE = '/api/public/v1/deliveries/{id}';

type Calls = {
  /** A delivery with its attempts: what the receiver answered, or why there was no answer. */
  get(id: string, options?: CallOptions): Promise<DeliveryResponse>;
  /** Sends it once more at once, with its whole schedule before it. */
  resend(id: string, options?: CallOptions): Promise<DeliverySummary>;
};

const CALLS: OperationRows<Calls> = {
  get: ['readDelivery', 'GET', ONE, 'id', 'always'],
  resend: ['resendDelivery', 'POST', `${ONE}/resend`, 'id', 'always'],
};

/** How a list of deliveries is narrowed. */
export type ListDeliveriesQuery = {
  /** `pending` has those that are being sent as well. */
  state?: 'pending' | 'delivered' | 'failed' | undefined;
  /** Deliveries in one page, 1 to 100; 20 without it. */
  limit?: number | undefined;
  /** `nextCursor` of an earlier page, to go on from there. */
  cursor?: string | undefined;
};

const LISTING: Listing<DeliverySummary, ListDeliveriesResponse> = {
  operation: 'listDeliveries',
  path: '/api/public/v1/webhook-endpoints/{id}/deliveries',
  goesOnBy: 'cursor',
  itemsOf: ({ deliveries }) => deliveries,
  nextOf: ({ nextCursor }) => nextCursor,
};

/** Events on their way to endpoints. */
export type Deliveries = Calls & {
  /** Deliveries to one endpoint, those of the newest events first, one by one or by pages. */
  list(
    endpointId: string,
    query?: ListDeliveriesQuery,
    options?: CallOptions,
  ): List<DeliverySummary, ListDeliveriesResponse>;
};

/** The operations on deliveries, over one way to the API. */
export const createDeliveries = (callApi: CallApi): Deliveries => ({
  ...bindOperations<Calls>(callApi, CALLS),
  list: (endpointId, query, options) => createList(callApi, LISTING, query, options, endpointId),
});
