import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { changeSearch } from '../../lists/change-search.ts';
import { useRead } from '../../service/queries.ts';
import { namedCompany, useTenant } from '../../shell/use-session.ts';
import { Command } from '../../ui/command.tsx';
import { CardIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states/empty.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PERIODS, type Period, startsOf } from './model/periods.ts';
import { isEmpty } from './model/sums.ts';
import { useFigures } from './use-figures.ts';

const LONGEST = PERIODS[PERIODS.length - 1] as Period;

/** What stands in place of figures where nothing was created: a longer look back, or the way to a first transaction where that would show nothing either. */
export function NoFigures({ period, now }: { period: Period; now: Date }) {
  const t = useTexts();
  const figures = useFigures(startsOf(LONGEST, now), LONGEST).data?.figures;
  const isNew = figures && isEmpty(figures, Date.now());
  const { tenantId } = useTenant();
  const longer = period !== LONGEST && (
    <Link
      to="/t/$tenant/overview"
      params={{ tenant: tenantId }}
      search={(all) => changeSearch(all, { days: LONGEST })}
      className="link link-apart"
    >
      {t('periodDays', { count: LONGEST })}
    </Link>
  );
  return (
    <>
      <Panel title={t('volumeTitle')}>
        <Empty icon={CardIcon} title={t('overviewEmpty')} acts={longer} />
      </Panel>
      {isNew && <FirstSteps />}
    </>
  );
}

/** Three steps, with the ids of the tenant filled in. */
function FirstSteps() {
  const t = useTexts();
  const { tenantId, may, company } = useTenant();
  const read = useRead('readPortalTenant', { params: { tenant_id: tenantId } });
  return (
    <Panel title={t('stepsTitle')}>
      <Loaded of={read} lines={6}>
        {({ companies }) => (
          <ol className="first-steps">
            <li>
              <p>{t('stepAccount')}</p>
              <Command text={`npx titular service-accounts create shop --tenant ${tenantId}`} />
            </li>
            <li>
              <p>{t('stepCreate')}</p>
              <Command text={`"company": "${namedCompany(companies, company)?.id ?? ''}"`} />
              {may('transactions:act') && (
                <Link
                  to="/t/$tenant/transactions/new"
                  params={{ tenant: tenantId }}
                  className="link link-apart"
                >
                  {t('stepByHand')}
                </Link>
              )}
            </li>
            <li>
              <p>{t('stepOpen')}</p>
              <Link to="/t/$tenant/transactions" params={{ tenant: tenantId }} className="link link-apart">
                {t('transactionsTitle')}
              </Link>
            </li>
          </ol>
        )}
      </Loaded>
    </Panel>
  );
}
