import { type TransactionsSearch, toTransactionsBody } from '../../lists/search-params.ts';
import { call } from '../../service/call.ts';
import { useTenant } from '../../shell/use-session.ts';
import { ExportAct } from '../exports/export-act.tsx';

/** Exports the rows of these filters. */
export function TransactionExport({ search }: { search: TransactionsSearch }) {
  const { tenantId, may } = useTenant();
  const params = { tenant_id: tenantId };
  const body = toTransactionsBody(search);
  return (
    <>
      <ExportAct
        start={() => call('startTransactionExport', { params, body })}
        list={{ kind: 'transactions', body, withPersons: false }}
      />
      {may('persons:export') && (
        <ExportAct
          // Other filters are another question, which nobody answered yet.
          key={JSON.stringify(body)}
          label="exportPersons"
          start={() => call('startPersonExport', { params, body })}
          list={{ kind: 'transactions', body, withPersons: true }}
          propose={() => call('proposeExport', { params, body })}
        />
      )}
    </>
  );
}
