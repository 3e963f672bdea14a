import { type ReactNode, useEffect, useRef } from 'react';
import { noteNavigation, takesFocus } from '../../shell/page-focus.ts';
import { Logo } from '../../ui/logo.tsx';
import { ConnectionBar } from '../../ui/states/connection-bar.tsx';
import { Toaster } from '../../ui/states/toaster.tsx';
import { LanguageChoice } from './language-choice.tsx';

type Props = { title: string; text?: ReactNode; children?: ReactNode; isWide?: boolean };

/** A page in front of the portal: one card, the language, and nothing else. Its heading takes the focus where it took the place of a page. */
export function Door({ title, text, children, isWide }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · titular`;
  }, [title]);
  useEffect(() => {
    if (takesFocus() && document.activeElement === document.body) heading.current?.focus();
    // What comes after a door stands in its place.
    noteNavigation();
  }, []);
  return (
    <div className="door">
      <ConnectionBar />
      <main className={isWide ? 'door-card door-wide' : 'door-card'}>
        <Logo />
        <div className="door-head">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {text && <p className="hint">{text}</p>}
        </div>
        {children}
      </main>
      <footer className="door-language">
        <LanguageChoice />
      </footer>
      <Toaster />
    </div>
  );
}
