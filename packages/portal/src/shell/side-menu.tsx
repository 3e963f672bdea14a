import { Link } from '@tanstack/react-router';
import { useTexts } from '../i18n/use-texts.ts';
import { ServerIcon } from '../ui/icons.ts';
import { sectionsFor } from './sections.ts';
import { useMenuMembership, useSession } from './use-session.ts';

/** The sections that the person may open; on a phone it opens below the top bar. */
export function SideMenu({ isOpen }: { isOpen: boolean }) {
  const t = useTexts();
  const membership = useMenuMembership();
  const { isOperator } = useSession();
  if (!membership && !isOperator) return null;
  const lines = membership ? sectionsFor(membership).filter(({ isBeside }) => !isBeside) : [];
  return (
    <nav id="sections" className={isOpen ? 'side side-open' : 'side'} aria-label={t('menuLabel')}>
      <ul>
        {membership &&
          lines.map(({ to, words, icon: Picture }) => (
            <li key={to}>
              <Link
                to={to}
                params={{ tenant: membership.tenantId }}
                className="side-link"
                activeOptions={{ exact: to === '/t/$tenant', includeSearch: false }}
              >
                <Picture className="icon" aria-hidden />
                {t(words)}
              </Link>
            </li>
          ))}
        {isOperator && (
          <li className="side-apart">
            <Link to="/op" className="side-link">
              <ServerIcon className="icon" aria-hidden />
              {t('operatorTitle')}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
