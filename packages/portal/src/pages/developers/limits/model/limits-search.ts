import type { PortalBody } from '@titular/contract';
import { HIGHEST_RATE } from '@titular/contract/simulate-limit';
import { dayStart, parseDay } from '../../../../lists/days.ts';
import { parseTenantSearch, type TenantSearch } from '../../../../routes/search.ts';

/** The whole state of the simulator, as the address carries it. */
export type LimitsSearch = {
  /** Days of the viewer's zone; both belong to the span. */
  from?: string;
  to?: string;
  rate?: number;
  burst?: number;
};

type Given = Readonly<Record<string, unknown>>;

const parseRate = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= HIGHEST_RATE
    ? value
    : undefined;

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

const present = <T extends object>(values: T): Present<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;

/** Reads the address; what is not understood is left out. */
export const parseLimitsSearch = (search: Given): LimitsSearch =>
  present({
    from: parseDay(search['from']),
    to: parseDay(search['to']),
    rate: parseRate(search['rate']),
    burst: parseRate(search['burst']),
  });

/** Reads the address with what every address of a tenant may carry, for links. */
export const parseLimitsAddress = (search: Given): LimitsSearch & TenantSearch => ({
  ...parseTenantSearch(search),
  ...parseLimitsSearch(search),
});

/** Which calls are asked of the server for an address. */
export const toTimesBody = ({ from, to }: LimitsSearch): PortalBody<'readCallTimes'> =>
  present({ from: from && dayStart(from), before: to && dayStart(to, 1) });
