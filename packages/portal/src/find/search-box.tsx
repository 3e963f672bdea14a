import './find.css';
import { useNavigate } from '@tanstack/react-router';
import type { SearchKind } from '@titular/contract/search-kind';
import { MAX_FIND_LENGTH } from '@titular/contract/text-bounds';
import { type FocusEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { useTenant } from '../shell/use-session.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { SearchIcon } from '../ui/icons.ts';
import { ask } from './query-store.ts';
import { ReadingList } from './reading-list.tsx';
import { readText } from './readings.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The search box: says before it searches what a text is taken for, and lets one choose another reading by the arrow keys. */
export function SearchBox() {
  const t = useTexts();
  const id = useId();
  const navigate = useNavigate();
  const { tenantId, may } = useTenant();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  // 0 is the best match, then the readings in their order.
  const [chosen, setChosen] = useState(0);
  useShortcut('/', t('shortcutSearch'), () => input.current?.select(), 'everywhere');
  const reading = readText(typed, may);
  const kinds = reading?.kinds ?? [];
  const isShown = isOpen && reading !== undefined;

  const search = (as: SearchKind | undefined): void => {
    if (!reading) return;
    ask({ tenantId, text: reading.text, ...(as && { as }) });
    setOpen(false);
    input.current?.blur();
    void navigate({ to: '/t/$tenant/find', params: { tenant: tenantId } });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    search(chosen === 0 ? undefined : kinds[chosen - 1]);
  };
  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      setOpen(false);
    }
    if (step === undefined || !isShown) return;
    event.preventDefault();
    const count = kinds.length + 1;
    setChosen((chosen + step + count) % count);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
  };
  const type = (text: string): void => {
    setTyped(text);
    setChosen(0);
    setOpen(true);
  };
  return (
    <search className="find" onBlur={leave}>
      <form onSubmit={submit} autoComplete="off">
        <SearchIcon className="icon find-icon" aria-hidden />
        <input
          ref={input}
          className="input find-input"
          type="search"
          role="combobox"
          aria-label={t('searchLabel')}
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-activedescendant={isShown ? `${id}-${chosen}` : undefined}
          aria-autocomplete="list"
          placeholder={t(may('persons:find') ? 'searchHint' : 'searchHintOrders')}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={MAX_FIND_LENGTH}
          enterKeyHint="search"
          onFocus={() => setOpen(true)}
          onChange={(event) => type(event.target.value)}
          onKeyDown={move}
        />
      </form>
      {isShown && <ReadingList id={id} reading={reading} chosen={chosen} onChoose={search} />}
    </search>
  );
}
