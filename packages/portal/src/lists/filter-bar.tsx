import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { FilterIcon } from '../words/status-icons.ts';

/** The filters above a list; on a phone they open below a button that says how many are on. */
export function FilterBar({
  active,
  onClear,
  children,
}: {
  active: number;
  onClear(): void;
  children: ReactNode;
}) {
  const t = useTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="filters-toggle rows-apart">
        <Button
          icon={FilterIcon}
          isWide
          aria-expanded={isOpen}
          aria-controls={id}
          onPress={() => setOpen(!isOpen)}
        >
          {t('filtersActive', { count: active })}
        </Button>
      </div>
      <search id={id} className={isOpen ? 'filters filters-open' : 'filters'} aria-label={t('filters')}>
        {children}
        {active > 0 && (
          <Button kind="quiet" onPress={onClear}>
            {t('clearFilters')}
          </Button>
        )}
      </search>
    </>
  );
}
