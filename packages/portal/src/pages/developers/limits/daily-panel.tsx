import { Link } from '@tanstack/react-router';
import type { DailyLimits } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { parseTenantSearch } from '../../../routes/search.ts';
import { useTenant } from '../../../shell/use-session.ts';

/** How often one identity and one card may be used with each company within 24 hours. */
export function DailyTable({ companies, hasMore }: { companies: readonly DailyLimits[]; hasMore: boolean }) {
  const t = useTexts();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard (WCAG 2.1.1). */}
      <section className="table-scroll" aria-label={t('dailyCompanies')} tabIndex={0}>
        <table className="table table-stack limits-table">
          <thead>
            <tr>
              <th scope="col">{t('dailyCompany')}</th>
              <th scope="col">{t('dailyIdentity')}</th>
              <th scope="col">{t('dailyAttempts')}</th>
              <th scope="col">{t('dailyCard')}</th>
            </tr>
          </thead>
          <tbody>
            {companies.map((one) => (
              <Line key={one.company} of={one} />
            ))}
          </tbody>
        </table>
      </section>
      {hasMore && <p className="hint">{t('dailyMore', { count: companies.length })}</p>}
    </>
  );
}

function Line({ of: { company, name, isActive, ofIdentity, attempts, ofCard } }: { of: DailyLimits }) {
  const t = useTexts();
  const number = new Intl.NumberFormat(useTag());
  const { tenantId, may } = useTenant();
  const words = isActive ? name : t('inactiveCompany', { name });
  return (
    <tr>
      <th scope="row">
        {may('settings:read') ? (
          <Link
            to="/t/$tenant/settings/company/$owner"
            params={{ tenant: tenantId, owner: company }}
            search={changeKnown(parseTenantSearch, {})}
            className="link link-apart"
          >
            {words}
          </Link>
        ) : (
          words
        )}
      </th>
      <td data-label={t('dailyIdentity')}>{number.format(ofIdentity)}</td>
      <td data-label={t('dailyAttempts')}>{number.format(attempts)}</td>
      <td data-label={t('dailyCard')}>{number.format(ofCard)}</td>
    </tr>
  );
}
