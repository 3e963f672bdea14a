import type { ReactNode } from 'react';

/** A name and what stands for it. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="fact">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
