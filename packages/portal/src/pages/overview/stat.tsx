import type { ReactNode } from 'react';

type Props = { name: string; hint?: string; children: ReactNode };

/** One number with its name. */
export const Fact = ({ name, hint, children }: Props) => (
  <div className="stat">
    <dt>{name}</dt>
    <dd>
      {children}
      {hint && <p className="hint">{hint}</p>}
    </dd>
  </div>
);
