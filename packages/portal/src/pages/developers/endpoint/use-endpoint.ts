import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { DeliveryRows, DeliveryView, EndpointView } from '@titular/contract';
import { useEffect } from 'react';
import { FIRST_ROWS, type KeptPages, patchRows } from '../../../lists/use-pages.ts';
import { call } from '../../../service/call.ts';
import { keyOf, queryClient } from '../../../service/queries.ts';
import { isMovingAt, MOVING_MS, RESTING_MS, readAgainMs } from '../moving.ts';

/** A delivery to an endpoint, as its list shows it. */
export type DeliveryRow = DeliveryRows['deliveries'][number];
/** An endpoint by the ids of its address. */
export type EndpointParams = { tenant_id: string; endpoint_id: string };

const whileVisible = (ms: number): number | false => (document.visibilityState === 'visible' ? ms : false);

/** Reads an endpoint, and again while somebody looks. */
export const useEndpoint = (params: EndpointParams): UseQueryResult<EndpointView> =>
  useQuery({
    queryKey: keyOf('readPortalEndpoint', { params }),
    queryFn: ({ signal }) => call('readPortalEndpoint', { params, signal }),
    staleTime: 0,
    refetchInterval: () => whileVisible(RESTING_MS),
  });

/** Reads an endpoint again at once, here and in the list. */
export function readEndpointAgain(params: EndpointParams): void {
  void queryClient.invalidateQueries({ queryKey: keyOf('readPortalEndpoint', { params }) });
  void queryClient.invalidateQueries({ queryKey: ['searchPortalEndpoints'] });
}

/** Reads the lists of the deliveries to an endpoint again; rows that are shown stay until then. */
export const readDeliveriesAgain = (params: EndpointParams): void =>
  void queryClient.invalidateQueries({ queryKey: ['searchPortalDeliveries', params] });

/** Reads a list again while something of its first page is on its way and somebody looks. */
export function useMovingRows(params: EndpointParams, rows: readonly DeliveryRow[] | undefined): void {
  const { tenant_id, endpoint_id } = params;
  const isMoving =
    rows !== undefined && rows.length <= FIRST_ROWS && rows.some((row) => isMovingAt(row, Date.now()));
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') readDeliveriesAgain({ tenant_id, endpoint_id });
    }, MOVING_MS);
    return () => window.clearInterval(timer);
  }, [isMoving, tenant_id, endpoint_id]);
}

/** A delivery to an endpoint by the ids of its address. */
export type DeliveryParams = EndpointParams & { delivery_id: string };

/** Reads a delivery again at once, after it was sent again. */
export const readDeliveryAgain = (params: DeliveryParams): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf('readPortalDelivery', { params }) });

/** Reads a delivery, often while it is on its way, and shows in the lists what is known better of it. */
export function useDelivery(params: DeliveryParams): UseQueryResult<DeliveryView> {
  const { tenant_id, endpoint_id } = params;
  const read = useQuery({
    queryKey: keyOf('readPortalDelivery', { params }),
    queryFn: ({ signal }) => call('readPortalDelivery', { params, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => whileVisible(readAgainMs(data ? [data] : [], Date.now())),
  });
  const { data } = read;
  useEffect(() => {
    if (!data) return;
    const { history: _, url: __, request: ___, endpoint: ____, ...row } = data;
    queryClient.setQueriesData<KeptPages<DeliveryRow>>({ queryKey: ['searchPortalDeliveries'] }, (kept) =>
      patchRows(kept, row.id, row),
    );
  }, [data]);
  const state = data?.state;
  useEffect(() => {
    if (state !== undefined) readEndpointAgain({ tenant_id, endpoint_id });
  }, [state, tenant_id, endpoint_id]);
  return read;
}
