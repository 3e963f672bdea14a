import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TextKey } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSession } from '../../shell/use-session.ts';
import { usePaletteActs } from '../../shortcuts/palette-acts.ts';
import { NotFound } from '../home/not-found.tsx';

/** The pages of operators, in the order of their links. */
const PAGES = [
  { to: '/op', words: 'operatorTitle' },
  { to: '/op/tenants', words: 'tenantsTitle' },
  { to: '/op/users', words: 'peopleTitle' },
  { to: '/op/queues', words: 'queuesTitle' },
  { to: '/op/keys', words: 'deploymentKeysTitle' },
  { to: '/op/configuration', words: 'configurationTitle' },
  { to: '/op/audit', words: 'auditTitle' },
] as const satisfies readonly { to: string; words: TextKey }[];

type Props = { title: string; text: string; acts?: ReactNode; children: ReactNode };

/** A page of operators with links to the others, which the palette has as well; nobody else finds it. */
export function OperatorPage({ children, ...head }: Props) {
  const { isOperator } = useSession();
  if (!isOperator) return <NotFound />;
  return (
    <div className="page">
      <PageHead {...head} />
      <OperatorLinks />
      {children}
    </div>
  );
}

/** Links to all pages of operators. */
export function OperatorLinks() {
  const t = useTexts();
  const navigate = useNavigate();
  // The palette itself has the first.
  const [, ...others] = PAGES;
  usePaletteActs(
    others.map(({ to, words }) => ({ id: to, words: t(words), run: () => void navigate({ to }) })),
  );
  return (
    <nav aria-label={t('operatorPages')}>
      <ul className="operator-pages">
        {PAGES.map(({ to, words }) => (
          <li key={to}>
            <Link to={to} className="link" activeOptions={{ exact: true, includeSearch: false }}>
              {t(words)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
