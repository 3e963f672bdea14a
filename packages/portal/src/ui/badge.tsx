import type { ReactNode } from 'react';

/** What a badge means besides its words; never said by colour alone. */
export type Tone = 'plain' | 'good' | 'notice' | 'danger' | 'accent';

/** A short word in a frame. */
export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`badge badge-${tone}`}>{children}</span>
);
