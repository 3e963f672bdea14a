import '../../../lists/lists.css';
import '../../overview/overview.css';
import './limits.css';
import { useSearch } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useRead } from '../../../service/queries.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useTenant } from '../../../shell/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { ReloadIcon } from '../../../ui/icons.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { WholeLog } from '../calls/whole-log.tsx';
import { Budgets } from './budgets-panel.tsx';
import { DailyTable } from './daily-panel.tsx';
import { parseLimitsSearch } from './model/limits-search.ts';
import { SimulatorPanel } from './simulator-panel.tsx';

/** What the tenant may ask of the API, what is left of it, and its calls under other limits. */
export function LimitsPage() {
  const t = useTexts();
  return (
    <WholeLog title={t('limitsTitle')}>
      <Limits />
    </WholeLog>
  );
}

function Limits() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const address = useSearch({ strict: false });
  const search = parseLimitsSearch(address);
  const read = useRead('readLimitsNow', { params: { tenant_id: tenantId } });
  const now = read.data;
  return (
    <div className="page">
      <PageHead title={t('limitsTitle')} text={t('limitsIntro')} />
      <Panel
        title={t('limitsNow')}
        text={t('limitsNowText')}
        acts={
          <Button icon={ReloadIcon} isBusy={read.isRefetching} onPress={() => void read.refetch()}>
            {t('refresh')}
          </Button>
        }
      >
        <Loaded of={read} lines={8}>
          {(found) => <Budgets now={found} />}
        </Loaded>
      </Panel>
      {now && (
        <SimulatorPanel search={search} set={{ ratePerSecond: now.rate.perSecond, burst: now.rate.burst }} />
      )}
      {now && now.companies.length > 0 && (
        <Panel title={t('dailyTitle')} text={t('dailyText')}>
          <DailyTable companies={now.companies} hasMore={now.hasMoreCompanies} />
        </Panel>
      )}
    </div>
  );
}
