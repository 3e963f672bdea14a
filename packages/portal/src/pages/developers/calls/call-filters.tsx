import { useNavigate } from '@tanstack/react-router';
import type { CallFilters as Offered } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { DayField } from '../../../lists/day-field.tsx';
import { FilterBar } from '../../../lists/filter-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { CloseIcon } from '../../../ui/icons.ts';
import { Select } from '../../../ui/select.tsx';
import { absoluteTime } from '../../../ui/time-words.ts';
import {
  type CallsSearch,
  countCallFilters,
  fitsAddress,
  NO_FILTERS,
  OUTCOMES,
  parseCallsAddress,
} from './model/calls-search.ts';

type Option = { value: string; text: string };

/** The options by name, and the chosen one too where the list does not have it. */
function optionsOf(any: string, names: readonly string[], chosen: string | undefined): Option[] {
  const isThere = chosen === undefined || names.includes(chosen);
  return [
    { value: '', text: any },
    ...[...names, ...(isThere ? [] : [chosen])].map((name) => ({ value: name, text: name })),
  ];
}

/** What was asked by whom, how it was answered, and when. */
export function CallFilters({
  search,
  offered,
  codes,
}: {
  search: CallsSearch;
  offered: Offered | undefined;
  /** Codes of refusals of the chosen time. */
  codes: readonly string[];
}) {
  const t = useTexts();
  const tag = useTag();
  const navigate = useNavigate();
  const change = (changed: { [Key in keyof CallsSearch]?: CallsSearch[Key] | undefined }): void =>
    void navigate({ to: '.', search: changeKnown(parseCallsAddress, changed) });
  const { operation, account, outcome, from, since, to } = search;
  const code = search.code === undefined ? undefined : String(search.code);
  const accounts = (offered?.accounts ?? []).filter(fitsAddress);
  const areAccountsLeft = offered?.hasMoreAccounts || accounts.length < (offered?.accounts.length ?? 0);
  return (
    <FilterBar active={countCallFilters(search)} onClear={() => change(NO_FILTERS)}>
      <Select
        label={t('callOperation')}
        value={operation ?? ''}
        options={optionsOf(t('callAnyOperation'), offered?.operations ?? [], operation)}
        onChange={(chosen) => change({ operation: chosen || undefined })}
      />
      <Select
        label={t('callOutcome')}
        value={outcome ?? ''}
        options={[
          { value: '', text: t('callAnyOutcome') },
          ...OUTCOMES.map((one) => ({ value: one, text: `${one} · ${t(`callOutcome_${one}`)}` })),
        ]}
        onChange={(chosen) => change({ outcome: OUTCOMES.find((one) => one === chosen) })}
      />
      <Select
        label={t('callCode')}
        value={code ?? ''}
        options={optionsOf(t('callAnyCode'), codes, code)}
        onChange={(chosen) => change({ code: chosen ? Number(chosen) : undefined })}
      />
      <Select
        label={t('callAccount')}
        value={account ?? ''}
        options={optionsOf(t('callAnyAccount'), accounts, account)}
        hint={areAccountsLeft ? t('callAccountsLeft') : undefined}
        onChange={(chosen) => change({ account: chosen || undefined })}
      />
      {since && (
        <Button icon={CloseIcon} onPress={() => change({ since: undefined })}>
          {t('callSince', { time: absoluteTime(since, tag) })}
        </Button>
      )}
      <DayField
        label={t('filterFrom')}
        value={from}
        max={to}
        onChange={(day) => change({ from: day, since: undefined })}
      />
      <DayField label={t('filterTo')} value={to} min={from} onChange={(day) => change({ to: day })} />
    </FilterBar>
  );
}
