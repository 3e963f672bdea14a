import { type ReactNode, useRef } from 'react';

type Props = { children: ReactNode; onSubmit(): void | Promise<void> };

/** A form that the page checks itself; after a submit the focus goes to the first field that is wrong. */
export function Form({ children, onSubmit }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const focusWrong = (): void => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  return (
    <form
      ref={form}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
        window.requestAnimationFrame(focusWrong);
      }}
    >
      {children}
    </form>
  );
}
