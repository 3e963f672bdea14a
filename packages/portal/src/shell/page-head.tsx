import { type ReactNode, useEffect, useRef } from 'react';
import { takesFocus } from './page-focus.ts';

type Props = {
  /** Title of the page and of the document: never a person, an order number or anything else of a case. */
  title: string;
  text?: ReactNode;
  acts?: ReactNode;
};

/** Heading of a page: takes the focus when the page was navigated to, and names the document. */
export function PageHead({ title, text, acts }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · titular`;
  }, [title]);
  useEffect(() => {
    if (takesFocus()) heading.current?.focus();
  }, []);
  return (
    <header className="page-head">
      <div className="page-titles">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {text && <p className="hint">{text}</p>}
      </div>
      {acts && <div className="acts">{acts}</div>}
    </header>
  );
}
