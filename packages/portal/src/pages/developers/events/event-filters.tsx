import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { FilterBar } from '../../../lists/filter-bar.tsx';
import { type EventsSearch, parseEventsSearch } from '../../../routes/developer-search.ts';
import { parseId } from '../../../routes/search.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { eventTypes, parseEventType } from '../../../words/event-types.ts';

const ID_LENGTH = 36;

/** The filters of the log of events. Only a whole id reaches the address, so that nothing that was typed by mistake does. */
export function EventFilters({ search }: { search: EventsSearch }) {
  const t = useTexts();
  const navigate = useNavigate();
  const type = parseEventType(search.type);
  const [about, setAbout] = useState(search.transaction ?? '');
  const change = (changed: Partial<Record<'type' | 'transaction', string | undefined>>): void =>
    void navigate({ to: '.', search: changeKnown(parseEventsSearch, changed) });
  useEffect(() => {
    // Back and forward change the address alone.
    setAbout((typed) => (parseId(typed.trim()) === search.transaction ? typed : (search.transaction ?? '')));
  }, [search.transaction]);
  const typeAbout = (typed: string): void => {
    setAbout(typed);
    const id = parseId(typed.trim());
    if (id !== search.transaction) change({ transaction: id });
  };
  const isWrong = about.trim().length >= ID_LENGTH && parseId(about.trim()) === undefined;
  const active = [type, search.transaction].filter((one) => one !== undefined).length;
  return (
    <FilterBar
      active={active}
      onClear={() => {
        setAbout('');
        change({ type: undefined, transaction: undefined });
      }}
    >
      <Select
        label={t('filterType')}
        value={type ?? ''}
        options={[
          { value: '', text: t('anyType') },
          ...eventTypes.map((one) => ({ value: one, text: t(`event_${one}`) })),
        ]}
        onChange={(chosen) => change({ type: chosen || undefined })}
      />
      <Field
        label={t('filterAbout')}
        error={isWrong ? t('filterAboutWrong') : undefined}
        value={about}
        onChange={typeAbout}
        autoComplete="off"
      />
    </FilterBar>
  );
}
