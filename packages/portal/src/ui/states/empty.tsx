import type { ReactNode } from 'react';
import type { Icon } from '../icons.ts';

type Props = { icon: Icon; title: string; text?: ReactNode; acts?: ReactNode };

/** A part that has nothing to show, and says what to do. */
export const Empty = ({ icon: Picture, title, text, acts }: Props) => (
  <div className="empty">
    <Picture className="icon empty-icon" aria-hidden />
    <p className="empty-title">{title}</p>
    {text && <p className="hint">{text}</p>}
    {acts && <div className="acts">{acts}</div>}
  </div>
);
