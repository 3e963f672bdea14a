import '../../words/words.css';
import type { TransactionStatus } from '@titular/contract';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { ChevronIcon } from '../../ui/icons.ts';
import { transactionStatuses } from '../../words/code-lists.ts';
import { statusViews } from '../../words/status-view.ts';

type Props = { chosen: readonly TransactionStatus[]; onChange(chosen: TransactionStatus[]): void };

/** Chooses any number of statuses from a list that opens below its button. */
export function StatusFilter({ chosen, onChange }: Props) {
  const t = useTexts();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [only] = chosen;
  const words =
    only === undefined
      ? t('filterAnyStatus')
      : chosen.length === 1
        ? t(`status_${only}`)
        : t('filterStatuses', { count: chosen.length });
  const closeOutside = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
  };
  const closeByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    setOpen(false);
    button.current?.focus();
  };
  return (
    <fieldset className="field filter-pop" onBlur={closeOutside} onKeyDown={closeByKey}>
      <legend className="label">{t('filterStatus')}</legend>
      <button
        ref={button}
        type="button"
        className="input filter-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {words}
        <ChevronIcon className="icon" aria-hidden />
      </button>
      <div id={id} className="filter-list" hidden={!isOpen}>
        {transactionStatuses.map((status) => (
          <StatusChoice
            key={status}
            status={status}
            isChosen={chosen.includes(status)}
            onToggle={(isOn) => onChange(isOn ? [...chosen, status] : chosen.filter((one) => one !== status))}
          />
        ))}
      </div>
    </fieldset>
  );
}

function StatusChoice({
  status,
  isChosen,
  onToggle,
}: {
  status: TransactionStatus;
  isChosen: boolean;
  onToggle(isOn: boolean): void;
}) {
  const t = useTexts();
  const { icon: Picture, tone } = statusViews[status];
  return (
    <label>
      <input type="checkbox" checked={isChosen} onChange={(event) => onToggle(event.target.checked)} />
      <Picture className={`icon mark-${tone}`} aria-hidden />
      {t(`status_${status}`)}
    </label>
  );
}
