import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { changeSearch } from '../../lists/change-search.ts';
import { useRead } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Command } from '../../ui/command.tsx';
import { CardIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states/empty.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PERIODS, type Period } from './model/periods.ts';

const LONGEST = PERIODS[PERIODS.length - 1] as Period;

/** What stands in place of figures where nothing was created: a longer look back, and the way to a first transaction. */
export function NoFigures({ period }: { period: Period }) {
  const t = useTexts();
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
      <FirstSteps />
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
              <Command text={`"company": "${company ?? companies[0]?.id ?? ''}"`} />
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
