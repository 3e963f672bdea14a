import { queryClient } from '../../../service/queries.ts';

/** Asks for one slice as other reads are asked for: again where the service is busy or away for a moment; nothing of it is kept. */
export const askPatiently = <Answer>(key: readonly unknown[], ask: () => Promise<Answer>): Promise<Answer> =>
  queryClient.fetchQuery({ queryKey: key, queryFn: ask, staleTime: 0, gcTime: 0 });
