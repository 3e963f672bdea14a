import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ProcessCase, ProcessRow, TransactionCase, TransactionRow } from '@titular/contract';
import { useEffect } from 'react';
import { type KeptPages, patchRows } from '../../../lists/use-pages.ts';
import { call } from '../../../service/call.ts';
import { queryClient } from '../../../service/queries.ts';
import { expectChange } from '../../../service/send.ts';
import { type CaseSubject, fromProcess, fromTransaction, type OpenCase } from './case-model.ts';
import { processRowOf, transactionRowOf } from './case-row.ts';
import { decidePollMs } from './poll.ts';

const keyOfCase = ({ kind, tenantId, id }: CaseSubject) => ['case', kind, tenantId, id] as const;

/** The last case made of each answer: an answer that did not change (304) is the same object, and gives the same case. */
const made = new WeakMap<object, OpenCase>();

function once(answer: object, make: () => OpenCase): OpenCase {
  const known = made.get(answer) ?? make();
  made.set(answer, known);
  return known;
}

const transactionParams = ({ tenantId, id }: CaseSubject) => ({ tenant_id: tenantId, transaction_id: id });
const processParams = ({ tenantId, id }: CaseSubject) => ({ tenant_id: tenantId, process_id: id });

async function readCase(subject: CaseSubject, signal: AbortSignal): Promise<OpenCase> {
  if (subject.kind === 'transaction') {
    const answer = await call('readTransactionCase', { params: transactionParams(subject), signal });
    return once(answer, () => fromTransaction(subject, answer));
  }
  const answer = await call('readProcessCase', { params: processParams(subject), signal });
  return once(answer, () => fromProcess(subject, answer));
}

/** Shows in the lists that are kept what is known better of one line. */
function showInLists(answer: TransactionCase | ProcessCase): void {
  if ('transaction' in answer) {
    const { id } = answer.transaction;
    const patch = transactionRowOf(answer);
    queryClient.setQueriesData<KeptPages<TransactionRow>>(
      { queryKey: ['searchPortalTransactions'] },
      (kept) => patchRows(kept, id, patch),
    );
  } else {
    const { id } = answer.process;
    queryClient.setQueriesData<KeptPages<ProcessRow>>({ queryKey: ['searchPortalProcesses'] }, (kept) =>
      patchRows(kept, id, (row) => processRowOf(answer, row)),
    );
  }
}

/** Reads an open case, and again while it can change and somebody looks. */
export function useCase(subject: CaseSubject): UseQueryResult<OpenCase> {
  const read = useQuery({
    queryKey: keyOfCase(subject),
    queryFn: ({ signal }) => readCase(subject, signal),
    staleTime: 0,
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) => decidePollMs(data, document.visibilityState === 'visible'),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });
  const answer = read.data?.answer;
  useEffect(() => {
    if (answer) showInLists(answer);
  }, [answer]);
  return read;
}

/** Reads a case again where it changed; what makes it change is somebody else. */
export const readIfChanged = (subject: CaseSubject): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOfCase(subject) });

/** Reads a case again at once, after an act. */
export function readAgain(subject: CaseSubject): Promise<void> {
  if (subject.kind === 'transaction') expectChange('readTransactionCase', transactionParams(subject));
  else expectChange('readProcessCase', processParams(subject));
  return readIfChanged(subject);
}
