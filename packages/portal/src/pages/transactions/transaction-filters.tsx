import { useNavigate } from '@tanstack/react-router';
import { MODULES } from '@titular/contract/modules';
import {
  ATTACK_SIGNAL_CODES,
  CANCEL_REASON_CODES,
  CREATE_REASON_CODES,
  DECISION_REASON_CODES,
} from '@titular/contract/reason-codes';
import { lazy, Suspense, useId } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { changeSearch } from '../../lists/change-search.ts';
import { DayField } from '../../lists/day-field.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import {
  countFilters,
  parseStatuses,
  printStatuses,
  type TransactionsSearch,
} from '../../lists/search-params.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { ChevronIcon } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import { StatusFilter } from './status-filter.tsx';

const TransactionExport = lazy(() =>
  import('./transaction-export.tsx').then((module) => ({ default: module.TransactionExport })),
);

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
      <Exports search={search} />
    </FilterBar>
  );
}

/** Files of the rows of these filters; their buttons have their place before they work. */
function Exports({ search }: { search: TransactionsSearch }) {
  const t = useTexts();
  const { may } = useTenant();
  if (!may('exports:make')) return null;
  const labels = may('persons:export')
    ? (['exportList', 'exportPersons'] as const)
    : (['exportList'] as const);
  const early = labels.map((label) => (
    <span key={label} className="act-with-command">
      <Button isDisabled>{t(label)}</Button>
      <span className="button-square" />
    </span>
  ));
  return (
    <Suspense fallback={early}>
      <TransactionExport search={search} />
    </Suspense>
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
