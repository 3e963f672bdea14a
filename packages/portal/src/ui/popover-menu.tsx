import type { RefObject } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useTag } from '../i18n/use-texts.ts';
import type { Icon } from './icons.ts';

/** One line of a menu. */
export type MenuLine = {
  id: string;
  text: string;
  hint?: string;
  icon?: Icon;
  isDanger?: boolean;
  run(): void;
};
/** An open menu below its button. */
export type PopoverMenuProps = {
  label: string;
  lines: readonly MenuLine[];
  triggerRef: RefObject<HTMLButtonElement | null>;
  onClose(): void;
};

/** The open menu; `MenuButton` fetches it when it is needed. */
export function PopoverMenu({ label, lines, triggerRef, onClose }: PopoverMenuProps) {
  const tag = useTag();
  return (
    <I18nProvider locale={tag}>
      <Popover
        className="popover"
        aria-label={label}
        triggerRef={triggerRef}
        isOpen
        placement="bottom end"
        onOpenChange={(isOpen) => !isOpen && onClose()}
      >
        <Menu
          className="menu"
          aria-label={label}
          autoFocus="first"
          onClose={onClose}
          onAction={(key) => lines.find(({ id }) => id === key)?.run()}
        >
          {lines.map(({ id, text, hint, icon: Picture, isDanger }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={text}
              className={isDanger ? 'menu-item menu-danger' : 'menu-item'}
            >
              {Picture && <Picture className="icon" aria-hidden />}
              <span className="menu-text">
                {text}
                {hint && <span className="hint">{hint}</span>}
              </span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </I18nProvider>
  );
}
