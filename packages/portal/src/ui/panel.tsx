import { type ReactNode, useId } from 'react';

type Props = {
  title: string;
  text?: ReactNode;
  /** Buttons beside the title. */
  acts?: ReactNode;
  children?: ReactNode;
  /** Its content reaches the edges, as tables do. */
  isFlush?: boolean;
};

/** A titled part of a page. */
export function Panel({ title, text, acts, children, isFlush }: Props) {
  const id = useId();
  return (
    <section className={isFlush ? 'panel panel-flush' : 'panel'} aria-labelledby={id}>
      <div className="panel-head">
        <div className="panel-titles">
          <h2 id={id}>{title}</h2>
          {text && <p className="hint">{text}</p>}
        </div>
        {acts && <div className="acts">{acts}</div>}
      </div>
      {children && <div className="panel-body">{children}</div>}
    </section>
  );
}
