import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Figures } from '@titular/contract';
import { useEffect, useState } from 'react';
import { call } from '../../service/call.ts';
import { keyOf } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';
import { type Period, untilNextHour } from './model/periods.ts';

/** Figures are counted each minute. */
const POLL_MS = 60_000;
const MIN_TICK_MS = 1_000;

/** Figures with the slots that they are of: words and links beside them are of the same slots, also while newer ones come. */
export type FiguresOfSlots = { figures: Figures; starts: readonly Date[]; scope: string };

/** The time of the page, anew at each full hour. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), Math.max(MIN_TICK_MS, untilNextHour(new Date())));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

/**
 * Reads the figures of slots, of the company in the address, and again each minute while somebody looks. Old ones stay while those of later
 * slots come, and never stand for another tenant, company or period.
 */
export function useFigures(
  starts: readonly Date[],
  period: Period | 'comparison',
): UseQueryResult<FiguresOfSlots> {
  const { tenantId, company } = useTenant();
  const params = { tenant_id: tenantId };
  const body = {
    starts: starts.map((start) => start.toISOString()),
    ...(company === undefined ? {} : { company }),
  };
  const scope = `${tenantId} ${company} ${period}`;
  return useQuery({
    queryKey: keyOf('readFigures', { params, body }),
    queryFn: async ({ signal }) => {
      const figures = await call('readFigures', { params, body, signal });
      return { figures, starts, scope };
    },
    placeholderData: (previous) => (previous?.scope === scope ? previous : undefined),
    refetchInterval: () => (document.visibilityState === 'visible' ? POLL_MS : false),
    refetchIntervalInBackground: false,
  });
}
