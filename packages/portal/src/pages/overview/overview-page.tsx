import './overview.css';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { TextKey } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { withTexts } from '../../i18n/with-texts.ts';
import { changeSearch } from '../../lists/change-search.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useTenant, useWatched } from '../../shell/use-session.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { NotFound } from '../home/not-found.tsx';
import { StayNotice } from '../stays/stay-notice.tsx';
import { AttemptChart, FunnelChart, TimeChart } from './course-charts.tsx';
import { SandboxPart } from './fill/sandbox-part.tsx';
import { NoFigures } from './first-steps.tsx';
import { NoticesPanel } from './health/notices-panel.tsx';
import { WebhookPanel } from './health/webhook-panel.tsx';
import {
  isBetweenHours,
  PERIODS,
  type Period,
  periodOf,
  spanOf,
  startsOf,
  USUAL_PERIOD,
} from './model/periods.ts';
import { isEmpty } from './model/sums.ts';
import { ReasonChart } from './reason-chart.tsx';
import { FigureHints } from './stat.tsx';
import { TodayPanel } from './today-panel.tsx';
import { type FiguresOfSlots, useFigures, useNow } from './use-figures.ts';
import { BrowserChart } from './visits/browser-chart.tsx';
import { HurdleChart } from './visits/hurdle-chart.tsx';
import { StatusChart, VolumeChart } from './volume-charts.tsx';

// It says what codes mean, in texts that come with it.
const CallPanel = lazy(() =>
  withTexts(import('./health/call-panel.tsx'), 'errors').then((module) => ({ default: module.CallPanel })),
);

/** Figures of the tenant: period and company stand in the address. */
export function OverviewPage() {
  const { may } = useTenant();
  return may('transactions:read') ? <Overview /> : <NotFound />;
}

function Overview() {
  const t = useTexts();
  const { may, membership } = useTenant();
  const isWatching = useWatched() !== undefined;
  const seesCalls = may('calls:read', 'all') && membership.companies === 'all';
  const address = useSearch({ strict: false });
  const search: Readonly<Record<string, unknown>> = { ...address };
  const period = periodOf(search['days']);
  const now = useNow();
  return (
    <div className="page">
      <PageHead title={t('overviewTitle')} text={t('overviewIntro')} acts={<Periods chosen={period} />} />
      {isWatching && <StayNotice />}
      <SandboxPart />
      <TodayPanel now={now} />
      <NoticesPanel />
      <PeriodPanels period={period} now={now} />
      <div className="overview-cards">
        {may('endpoints:manage') && <WebhookPanel />}
        {seesCalls && (
          <Suspense fallback={<Panel title={t('callsHealthTitle')} />}>
            <CallPanel now={now} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** The lengths of time to choose from, as addresses. */
function Periods({ chosen }: { chosen: Period }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  return (
    <nav aria-label={t('periodLabel')} className="periods">
      {PERIODS.map((days) => (
        <Link
          key={days}
          to="/t/$tenant/overview"
          params={{ tenant: tenantId }}
          search={(all) => changeSearch(all, { days: days === USUAL_PERIOD ? undefined : days })}
          className="period"
          // Else the one without parameters would be that of every other too.
          activeOptions={{ exact: true }}
          aria-current={days === chosen ? 'true' : undefined}
        >
          {t('periodDays', { count: days })}
        </Link>
      ))}
    </nav>
  );
}

type Card = { title: TextKey; lines: number; draw(told: FiguresOfSlots): ReactNode };

const CARDS: readonly Card[] = [
  {
    title: 'statusesTitle',
    lines: 6,
    draw: ({ figures, starts }) => <StatusChart figures={figures} span={spanOf(starts)} />,
  },
  {
    title: 'reasonsTitle',
    lines: 6,
    draw: ({ figures, starts }) => <ReasonChart figures={figures} span={spanOf(starts)} />,
  },
  {
    title: 'timesTitle',
    lines: 6,
    draw: ({ figures, starts }) => <TimeChart figures={figures} span={spanOf(starts)} />,
  },
  {
    title: 'attemptsTitle',
    lines: 6,
    draw: ({ figures, starts }) => <AttemptChart figures={figures} span={spanOf(starts)} />,
  },
  {
    title: 'funnelTitle',
    lines: 6,
    draw: ({ figures, starts }) => <FunnelChart figures={figures} span={spanOf(starts)} />,
  },
  { title: 'browsersTitle', lines: 6, draw: ({ figures }) => <BrowserChart figures={figures} /> },
  { title: 'hurdlesTitle', lines: 6, draw: ({ figures }) => <HurdleChart figures={figures} /> },
];

function PeriodPanels({ period, now }: { period: Period; now: Date }) {
  const t = useTexts();
  const read = useFigures(startsOf(period, now), period);
  const figures = read.data?.figures;
  if (figures && isEmpty(figures, Date.now())) return <NoFigures period={period} now={now} />;
  return (
    <>
      {figures && <FigureHints figures={figures} isBetweenHours={isBetweenHours(now)} />}
      <Panel title={t('volumeTitle')}>
        <Loaded of={read} lines={8}>
          {(told) => <VolumeChart figures={told.figures} period={period} starts={told.starts} />}
        </Loaded>
      </Panel>
      <div className="overview-cards">
        {CARDS.map(({ title, lines, draw }) => (
          <Panel key={title} title={t(title)}>
            <Loaded of={read} lines={lines}>
              {draw}
            </Loaded>
          </Panel>
        ))}
      </div>
    </>
  );
}
