import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { DeliveryRows, DeliveryView, ReceiverSession, SearchDeliveries } from '@titular/contract';
import { useEffect } from 'react';
import {
  FIRST_ROWS,
  type KeptPages,
  type Pages,
  pageFrom,
  patchRows,
  usePages,
} from '../../lists/use-pages.ts';
import { call } from '../../service/call.ts';
import { keyOf, queryClient } from '../../service/queries.ts';
import { openReceiver } from '../../service/session.ts';
import { isMovingAt, MOVING_MS, RESTING_MS, readAgainMs } from '../developers/moving.ts';

/** A delivery, as the list shows it. */
export type ReceiverRow = DeliveryRows['deliveries'][number];
/** What the list is narrowed to. */
export type ReceiverFilter = Pick<SearchDeliveries, 'state' | 'type' | 'transaction' | 'orderNumber'>;

const whileVisible = (ms: number): number | false => (document.visibilityState === 'visible' ? ms : false);

/** Reads the session again while somebody looks: how the endpoint does, and whether the session goes on. */
export function useWatchedSession(session: ReceiverSession): void {
  const { data } = useQuery({
    queryKey: keyOf('readReceiverSession'),
    queryFn: ({ signal }) => call('readReceiverSession', { signal }),
    initialData: session,
    staleTime: 0,
    refetchInterval: () => whileVisible(RESTING_MS),
  });
  useEffect(() => openReceiver(data), [data]);
}

/** Reads at once again what a send changed: the lists, the endpoint, and the opened delivery. */
export function readReceiverAgain(): void {
  for (const name of ['searchReceiverDeliveries', 'readReceiverSession', 'readReceiverDelivery'])
    void queryClient.invalidateQueries({ queryKey: [name] });
}

const readSessionAgain = (): void =>
  void queryClient.invalidateQueries({ queryKey: keyOf('readReceiverSession') });

/** The deliveries that match, newest first; read again while something of the first page is on its way and somebody looks. */
export function useReceiverRows(filter: ReceiverFilter): Pages<ReceiverRow> {
  const pages = usePages(keyOf('searchReceiverDeliveries', { body: filter }), async (cursor, signal) => {
    const body = { ...filter, ...pageFrom(cursor) };
    const { deliveries, nextCursor } = await call('searchReceiverDeliveries', { body, signal });
    return { rows: deliveries, nextCursor };
  });
  const { rows } = pages;
  const isMoving =
    rows !== undefined && rows.length <= FIRST_ROWS && rows.some((row) => isMovingAt(row, Date.now()));
  useEffect(() => {
    // What arrived or failed meanwhile tells how the endpoint does.
    if (!isMoving) return readSessionAgain();
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible')
        void queryClient.invalidateQueries({ queryKey: ['searchReceiverDeliveries'] });
    }, MOVING_MS);
    return () => window.clearInterval(timer);
  }, [isMoving]);
  return pages;
}

/** Reads a delivery, often while it is on its way, and shows in the lists what is known better of it. */
export function useReceiverDelivery(id: string): UseQueryResult<DeliveryView> {
  const params = { delivery_id: id };
  const read = useQuery({
    queryKey: keyOf('readReceiverDelivery', { params }),
    queryFn: ({ signal }) => call('readReceiverDelivery', { params, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => whileVisible(readAgainMs(data ? [data] : [], Date.now())),
  });
  const { data } = read;
  useEffect(() => {
    if (!data) return;
    const { history, url: _url, request: _request, endpoint: _endpoint, ...known } = data;
    const { responseStatus } = history.at(-1) ?? {};
    queryClient.setQueriesData<KeptPages<ReceiverRow>>({ queryKey: ['searchReceiverDeliveries'] }, (kept) =>
      patchRows(kept, known.id, { ...known, ...(responseStatus === undefined ? {} : { responseStatus }) }),
    );
  }, [data]);
  const state = data?.state;
  useEffect(() => {
    if (state !== undefined) readSessionAgain();
  }, [state]);
  return read;
}
