import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button';
import type { Icon } from './icons.ts';

type Props = Omit<ButtonProps, 'children' | 'className'> & {
  children?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  icon?: Icon;
  /** Its act is under way: it stays in its place and takes no press. */
  isBusy?: boolean;
  isWide?: boolean;
  /** Shows the icon alone; `aria-label` names it. */
  isSquare?: boolean;
};

/** A button; while it is busy it keeps the focus. */
export function Button({
  kind = 'plain',
  icon: Picture,
  isBusy,
  isWide,
  isSquare,
  children,
  ...rest
}: Props) {
  const classes = ['button', `button-${kind}`, isWide && 'button-wide', isSquare && 'button-square'];
  return (
    <AriaButton {...rest} className={classes.filter(Boolean).join(' ')} isPending={isBusy ?? false}>
      {isBusy ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        Picture && <Picture className="icon" aria-hidden />
      )}
      {children}
    </AriaButton>
  );
}
