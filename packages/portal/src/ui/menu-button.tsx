import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { whenIdle } from '../service/when-idle.ts';
import { Button } from './button.tsx';
import type { Icon } from './icons.ts';
import type { MenuLine } from './popover-menu.tsx';

const loadMenu = () => import('./popover-menu.tsx');
const PopoverMenu = lazy(() => loadMenu().then((module) => ({ default: module.PopoverMenu })));

type Props = {
  /** Names the button and its menu. */
  label: string;
  lines: readonly MenuLine[];
  children?: ReactNode;
  icon?: Icon;
  isSquare?: boolean;
};

/** A button that opens a menu; the menu's code comes when the browser is idle, or when it is asked for. */
export function MenuButton({ label, lines, children, icon, isSquare }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => whenIdle(loadMenu), []);
  return (
    <>
      <Button
        ref={button}
        kind="quiet"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
        {...(icon && { icon })}
        isSquare={isSquare ?? false}
      >
        {children}
      </Button>
      {isOpen && (
        <Suspense>
          <PopoverMenu label={label} lines={lines} triggerRef={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
