import { useNavigate } from '@tanstack/react-router';
import {
  ATTACK_SIGNAL_CODES,
  CANCEL_REASON_CODES,
  CREATE_REASON_CODES,
  DECISION_REASON_CODES,
} from '@titular/contract/reason-codes';
import { useId } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { changeSearch } from '../../lists/change-search.ts';
import { DayField } from '../../lists/day-field.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import {
  countFilters,
  MODULES,
  parseStatuses,
  printStatuses,
  type TransactionsSearch,
  toTransactionsBody,
} from '../../lists/search-params.ts';
import { call } from '../../service/call.ts';
import { useTenant } from '../../shell/use-session.ts';
import { ChevronIcon } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { ExportAct } from '../exports/export-act.tsx';
import { transactionExportCommand } from '../exports/model/export-command.ts';
import { StatusFilter } from './status-filter.tsx';

const REASON_GROUPS = [
  ['filterReasonsDecision', DECISION_REASON_CODES],
  ['filterReasonsSigns', ATTACK_SIGNAL_CODES],
  ['filterReasonsStart', CREATE_REASON_CODES],
  ['filterReasonsEnd', CANCEL_REASON_CODES],
] as const;

type Change = (changed: Partial<Record<keyof TransactionsSearch, string | boolean | undefined>>) => void;

/** The filters of the list of transactions; each change is a step that Back takes back. */
export function TransactionFilters({ search }: { search: TransactionsSearch }) {
  const t = useTexts();
  const navigate = useNavigate();
  const change: Change = (changed) =>
    void navigate({ to: '.', search: (all) => changeSearch(all, { ...changed, open: undefined }) });
  const clear = (): void =>
    change({
      status: undefined,
      module: undefined,
      from: undefined,
      to: undefined,
      reason: undefined,
      changed: undefined,
    });
  return (
    <FilterBar active={countFilters(search)} onClear={clear}>
      <StatusFilter
        chosen={parseStatuses(search.status)}
        onChange={(chosen) => change({ status: printStatuses(chosen) })}
      />
      <ReasonFilter
        value={search.reason ?? ''}
        onChange={(reason) => change({ reason: reason || undefined })}
      />
      <DayField
        label={t('filterFrom')}
        value={search.from}
        max={search.to}
        onChange={(from) => change({ from })}
      />
      <DayField label={t('filterTo')} value={search.to} min={search.from} onChange={(to) => change({ to })} />
      <Select
        label={t('filterModule')}
        value={search.module ?? ''}
        options={[
          { value: '', text: t('filterAnyModule') },
          ...MODULES.map((module) => ({ value: module, text: module })),
        ]}
        onChange={(module) => change({ module: module || undefined })}
      />
      <PersonFilter value={search.changed} onChange={(changed) => change({ changed })} />
      <TransactionExport search={search} />
    </FilterBar>
  );
}

/** Exports the rows of these filters. */
function TransactionExport({ search }: { search: TransactionsSearch }) {
  const { tenantId, may } = useTenant();
  const params = { tenant_id: tenantId };
  const body = toTransactionsBody(search);
  return (
    <>
      <ExportAct
        start={() => call('startTransactionExport', { params, body })}
        command={transactionExportCommand(tenantId, body, false)}
      />
      {may('persons:export') && (
        <ExportAct
          // Other filters are another question, which nobody answered yet.
          key={JSON.stringify(body)}
          label="exportPersons"
          start={() => call('startPersonExport', { params, body })}
          command={transactionExportCommand(tenantId, body, true)}
          propose={() => call('proposeExport', { params, body })}
        />
      )}
    </>
  );
}

const PERSON_CHOICES = { '': undefined, changed: true, same: false } as const;

function PersonFilter({
  value,
  onChange,
}: {
  value: boolean | undefined;
  onChange(value: boolean | undefined): void;
}) {
  const t = useTexts();
  return (
    <Select<keyof typeof PERSON_CHOICES>
      label={t('filterChanged')}
      value={value === undefined ? '' : value ? 'changed' : 'same'}
      options={[
        { value: '', text: t('filterAnyPerson') },
        { value: 'changed', text: t('filterIsChanged') },
        { value: 'same', text: t('filterIsSame') },
      ]}
      onChange={(chosen) => onChange(PERSON_CHOICES[chosen])}
    />
  );
}

function ReasonFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  const t = useTexts();
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {t('filterReason')}
      </label>
      <span className="select">
        <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('filterAnyReason')}</option>
          {REASON_GROUPS.map(([title, codes]) => (
            <optgroup key={title} label={t(title)}>
              {codes.map((code) => (
                <option key={code} value={code}>
                  {t(`reason_${code}`)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <ChevronIcon className="icon" aria-hidden />
      </span>
    </div>
  );
}
