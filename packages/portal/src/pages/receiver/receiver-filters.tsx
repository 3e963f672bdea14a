import { MAX_ORDER_NUMBER_LENGTH } from '@titular/contract/text-bounds';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { DELIVERY_FILTERS } from '../../routes/developer-search.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { eventTypes } from '../../words/event-types.ts';
import { aboutFilter } from './receiver-words.ts';
import type { ReceiverFilter } from './use-receiver.ts';

/** After how long without a letter what was typed is looked for. */
const TYPED_MS = 400;

type Props = { filter: ReceiverFilter; onChange(filter: ReceiverFilter): void };

/** The filters of the list: outcome, event type, and what a delivery is about. Nothing of them reaches the address. */
export function ReceiverFilters({ filter, onChange }: Props) {
  const t = useTexts();
  const { state, type, transaction, orderNumber } = filter;
  const [typed, setTyped] = useState('');
  const about = aboutFilter(typed);
  const isSame = about.transaction === transaction && about.orderNumber === orderNumber;
  useEffect(() => {
    if (isSame) return undefined;
    const timer = window.setTimeout(() => {
      const { transaction: _transaction, orderNumber: _orderNumber, ...rest } = filter;
      onChange({ ...rest, ...aboutFilter(typed) });
    }, TYPED_MS);
    return () => window.clearTimeout(timer);
  }, [isSame, typed, filter, onChange]);
  const change = ({ state: _state, type: _type, ...kept }: ReceiverFilter, chosen: ReceiverFilter): void =>
    onChange({ ...kept, ...chosen });
  const both = (nextState: ReceiverFilter['state'], nextType: ReceiverFilter['type']): void =>
    change(filter, { ...(nextState && { state: nextState }), ...(nextType && { type: nextType }) });
  return (
    <FilterBar
      active={[state, type, transaction ?? orderNumber].filter((one) => one !== undefined).length}
      onClear={() => {
        setTyped('');
        onChange({});
      }}
    >
      <Select
        label={t('deliveryState')}
        value={state ?? ''}
        options={[
          { value: '', text: t('anyDeliveryState') },
          ...DELIVERY_FILTERS.map((one) => ({ value: one, text: t(`delivery_${one}`) })),
        ]}
        onChange={(chosen) => both(chosen || undefined, type)}
      />
      <Select
        label={t('filterType')}
        value={type ?? ''}
        options={[
          { value: '', text: t('anyType') },
          ...eventTypes.map((one) => ({ value: one, text: t(`event_${one}`) })),
        ]}
        onChange={(chosen) => both(state, chosen || undefined)}
      />
      <Field
        label={t('receiverAbout')}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        maxLength={MAX_ORDER_NUMBER_LENGTH}
      />
    </FilterBar>
  );
}
