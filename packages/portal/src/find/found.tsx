import type { FindResponse, TransactionRow } from '@titular/contract';
import { useTexts } from '../i18n/use-texts.ts';
import { RowList } from '../lists/row-list.tsx';
import { type Pages, usePages } from '../lists/use-pages.ts';
import { ProcessLine } from '../pages/processes/process-line.tsx';
import { TransactionRows } from '../pages/transactions/transactions-page.tsx';
import { call } from '../service/call.ts';
import { keyOf } from '../service/queries.ts';
import { useTenant } from '../shell/use-session.ts';
import { Panel } from '../ui/panel.tsx';
import { OtherReadings } from './other-readings.tsx';
import type { Query } from './query-store.ts';

/** Several hits, under the reading that was taken. */
export function Found({ query, found }: { query: Query; found: FindResponse }) {
  const t = useTexts();
  const { took, transactions, processes } = found;
  return (
    <>
      <div className="found-head">
        <p>
          {t('foundAs', { kind: t(`search_${took}`) })} <strong className="found-text">{query.text}</strong>
        </p>
        {took === 'order_number_other_case' && <p className="hint">{t('foundOtherCase')}</p>}
        <OtherReadings query={query} found={found} />
      </div>
      {transactions.length > 0 && <FoundTransactions query={query} found={found} />}
      {processes.length > 0 && (
        <Panel title={t('foundProcesses')} isFlush>
          <FoundProcesses found={found} />
        </Panel>
      )}
    </>
  );
}

function useFound({ query, found }: { query: Query; found: FindResponse }): Pages<TransactionRow> {
  const { tenantId, company } = useTenant();
  const params = { tenant_id: tenantId };
  const body = { text: query.text, as: found.took, ...(company && { company }) };
  return usePages([...keyOf('find', { params, body }), query.press, 'pages'], async (cursor, signal) => {
    if (cursor === undefined) return { rows: found.transactions, nextCursor: found.nextCursor };
    const next = await call('find', { params, body: { ...body, cursor }, signal });
    return { rows: next.transactions, nextCursor: next.nextCursor };
  });
}

function FoundTransactions(given: { query: Query; found: FindResponse }) {
  const t = useTexts();
  const pages = useFound(given);
  return (
    <Panel title={t('foundTransactions')} isFlush>
      <div className="list-panel list-bare">
        <TransactionRows pages={pages} search={{}} mayOpenBeside={false} />
      </div>
    </Panel>
  );
}

function FoundProcesses({ found: { processes } }: { found: FindResponse }) {
  const t = useTexts();
  return (
    <div className="list-panel list-bare">
      <RowList
        pages={{
          ...{ rows: processes, failure: undefined, refreshFailure: undefined },
          ...{
            hasMore: false,
            isLoadingMore: false,
            hasMoreFailed: false,
            isPaused: false,
            isOld: false,
            more: () => undefined,
          },
          ...{ refresh: () => undefined, retry: () => undefined },
        }}
        label={t('foundProcesses')}
        columns={[
          { name: t('columnReference'), className: 'col-order' },
          { name: t('columnStatus'), className: 'col-status' },
          { name: t('columnPurpose'), className: 'col-reason' },
          { name: t('columnCompany'), className: 'col-company' },
          { name: t('columnAge'), className: 'col-age' },
          { name: t('columnUses'), className: 'col-attempts' },
        ]}
        empty={null}
        onMove={() => undefined}
        row={(row, index) => (
          <ProcessLine key={row.id} row={row} index={index} isOpen={false} onOpen={undefined} />
        )}
      />
    </div>
  );
}
