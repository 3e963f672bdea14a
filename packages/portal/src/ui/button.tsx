import type { AriaAttributes, ReactNode, Ref } from 'react';
import type { Icon } from './icons.ts';

type Props = Pick<
  AriaAttributes,
  'aria-label' | 'aria-expanded' | 'aria-haspopup' | 'aria-controls' | 'aria-pressed'
> & {
  children?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  type?: 'button' | 'submit';
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  icon?: Icon;
  /** Its act is under way: it stays in its place, keeps the focus, and takes no press. */
  isBusy?: boolean;
  isDisabled?: boolean;
  isWide?: boolean;
  /** Shows the icon alone; `aria-label` names it, and `title` where a pointer rests. */
  isSquare?: boolean;
  title?: string;
  autoFocus?: boolean;
  onPress?(): void;
  /** Somebody is about to press it: a time to fetch what the press needs. */
  onNear?(): void;
};

/** A button: the browser's own, so that the sign-in carries no library for it. */
export function Button(props: Props) {
  const {
    kind = 'plain',
    icon: Picture,
    isBusy,
    isDisabled,
    isWide,
    isSquare,
    onPress,
    onNear,
    children,
    ...rest
  } = props;
  const classes = ['button', `button-${kind}`, isWide && 'button-wide', isSquare && 'button-square'];
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onPointerEnter={onNear}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onPress?.();
      }}
    >
      {isBusy ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        Picture && <Picture className="icon" aria-hidden />
      )}
      {children}
    </button>
  );
}
