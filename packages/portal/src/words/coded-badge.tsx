import './words.css';
import type { ReactNode } from 'react';
import type { View } from './status-view.ts';

/** A code as icon and word in its tone; never by colour alone. */
export const CodedBadge = ({
  view: { icon: Picture, tone },
  children,
}: {
  view: View;
  children: ReactNode;
}) => (
  <span className={`badge badge-${tone}`}>
    <Picture className="icon badge-icon" aria-hidden />
    {children}
  </span>
);
