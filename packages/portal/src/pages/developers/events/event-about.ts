import type { EventRecord } from '@titular/contract';
import type { TextKey } from '../../../i18n/texts.ts';

/** What an event is about, by kind and id. */
export type EventAbout = { kind: 'transaction' | 'process' | 'endpoint'; id: string; words: TextKey };

/** Reads what an event is about; each names one thing. */
export function aboutOf({ transactionId, processId, endpointId }: EventRecord): EventAbout | undefined {
  if (transactionId !== undefined)
    return { kind: 'transaction', id: transactionId, words: 'aboutTransaction' };
  if (processId !== undefined) return { kind: 'process', id: processId, words: 'aboutProcess' };
  return endpointId === undefined ? undefined : { kind: 'endpoint', id: endpointId, words: 'aboutEndpoint' };
}
