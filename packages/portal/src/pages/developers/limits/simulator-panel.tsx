import { useNavigate } from '@tanstack/react-router';
import { findEnoughRate, type RatePolicy, simulateLimit } from '@titular/contract/simulate-limit';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { DayField } from '../../../lists/day-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Command } from '../../../ui/command.tsx';
import { ReloadIcon, SearchIcon } from '../../../ui/icons.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Empty } from '../../../ui/states/empty.tsx';
import { Failure } from '../../../ui/states/failure.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { absoluteTime } from '../../../ui/time-words.ts';
import { CALL_DAYS } from '../calls/model/calls-search.ts';
import { type LimitsSearch, parseLimitsAddress } from './model/limits-search.ts';
import { countTogether, type Requests, simulateCommand, sliderEnd } from './model/replay.ts';
import { RateSlider } from './rate-slider.tsx';
import { SimulatorChart } from './simulator-chart.tsx';
import { RATE_CODE, ToCalls } from './to-calls.tsx';
import { MAX_TRIED, type ReadCalls, useCallTimes } from './use-call-times.ts';

type Props = { search: LimitsSearch; set: RatePolicy };

/** Tries any rate and burst on the calls of the log, in the page. */
export function SimulatorPanel({ search, set }: Props) {
  const t = useTexts();
  const calls = useCallTimes(search);
  return (
    <Panel
      title={t('tryTitle')}
      text={t('tryText')}
      acts={
        <Button icon={ReloadIcon} isBusy={calls.isReading} onPress={calls.refresh}>
          {t('refresh')}
        </Button>
      }
    >
      <Days search={search} />
      {/* The field of a day keeps the focus while other calls come. */}
      <Tried key={`${search.from}/${search.to}`} calls={calls} search={search} set={set} />
    </Panel>
  );
}

function useChange(): (changed: { [Key in keyof LimitsSearch]?: LimitsSearch[Key] | undefined }) => void {
  const navigate = useNavigate();
  return (changed) =>
    void navigate({
      to: '.',
      search: changeKnown(parseLimitsAddress, changed),
      replace: true,
      resetScroll: false,
    });
}

function Days({ search: { from, to } }: Pick<Props, 'search'>) {
  const t = useTexts();
  const change = useChange();
  return (
    <search className="limits-days" aria-label={t('filters')}>
      <DayField label={t('filterFrom')} value={from} max={to} onChange={(day) => change({ from: day })} />
      <DayField label={t('filterTo')} value={to} min={from} onChange={(day) => change({ to: day })} />
    </search>
  );
}

function Tried({ calls, search, set }: Props & { calls: ReadCalls }) {
  const t = useTexts();
  const { requests, failure } = calls;
  if (requests === undefined)
    return failure === undefined ? (
      <Skeleton lines={12} />
    ) : (
      <Failure failure={failure} onRetry={calls.refresh} />
    );
  if (requests.length === 0 && !calls.isCut)
    return <Empty icon={SearchIcon} title={t('tryNone')} text={t('tryNoneText', { days: CALL_DAYS })} />;
  return (
    <>
      <Simulator requests={requests} refused={calls.refused} search={search} set={set} />
      <Cut calls={calls} requests={requests} />
      <p className="hint">{t('tryKnows')}</p>
    </>
  );
}

/** Says where the calls of the chosen time were cut, and reads further back. */
function Cut({ calls, requests }: { calls: ReadCalls; requests: Requests }) {
  const t = useTexts();
  const tag = useTag();
  if (!calls.isCut) return null;
  const time = absoluteTime(new Date((requests[0]?.atSeconds ?? 0) * 1_000).toISOString(), tag);
  return (
    <div className="limits-cut" role="status">
      <p>{calls.isFull ? t('tryCutFull', { time, count: MAX_TRIED }) : t('tryCut', { time })}</p>
      {calls.failure !== undefined && <Failure failure={calls.failure} onRetry={calls.further} />}
      {!calls.isFull && (
        <div className="acts">
          <Button isBusy={calls.isReading} onPress={calls.further}>
            {t('tryFurther')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Simulator({ requests, refused, search, set }: Props & { requests: Requests; refused: number }) {
  const t = useTexts();
  const change = useChange();
  const [rate, setRate] = useState(search.rate ?? set.ratePerSecond);
  const [burst, setBurst] = useState(search.burst ?? set.burst);
  const busiest = useMemo(() => countTogether(requests, 1), [requests]);
  const end = sliderEnd(2 * set.ratePerSecond, 2 * set.burst, 2 * busiest);
  const choose = (chosen: RatePolicy): void => {
    setRate(chosen.ratePerSecond);
    setBurst(chosen.burst);
    change({ rate: chosen.ratePerSecond, burst: chosen.burst });
  };
  const isAsSet = rate === set.ratePerSecond && burst === set.burst;
  return (
    <>
      <div className="limits-sliders">
        <RateSlider
          label={t('tryRate')}
          value={rate}
          end={end}
          onChange={setRate}
          onChosen={(chosen) => choose({ ratePerSecond: chosen, burst })}
        />
        <RateSlider
          label={t('tryBurst')}
          value={burst}
          end={end}
          onChange={setBurst}
          onChosen={(chosen) => choose({ ratePerSecond: rate, burst: chosen })}
        />
        <Button isDisabled={isAsSet} onPress={() => choose(set)}>
          {t('tryAsSet')}
        </Button>
      </div>
      <Outcome {...{ requests, refused, busiest, search, rate, burst, choose }} />
      <details className="limits-command">
        <summary>{t('tryCommand')}</summary>
        <p className="hint">{t('tryCommandText')}</p>
        <Command text={simulateCommand(rate, burst)} />
      </details>
    </>
  );
}

type OutcomeProps = {
  requests: Requests;
  refused: number;
  busiest: number;
  search: LimitsSearch;
  rate: number;
  burst: number;
  choose(chosen: RatePolicy): void;
};

function Outcome({ requests, refused, busiest, search: { from, to }, rate, burst, choose }: OutcomeProps) {
  const t = useTexts();
  // A hand on a slider does not wait for the calls.
  const policy = useDeferredValue(useMemo(() => ({ ratePerSecond: rate, burst }), [rate, burst]));
  const refusals = useMemo(() => simulateLimit(requests, policy), [requests, policy]);
  const enough = useMemo(() => findEnoughRate(requests, policy.burst), [requests, policy.burst]);
  const span = { ...(from && { from }), ...(to && { to }) };
  return (
    <>
      <div className="limits-chart">
        <SimulatorChart requests={requests} refusals={refusals} policy={policy} />
      </div>
      <p>
        {enough === undefined
          ? t('tryNoRate', { count: countTogether(requests, 0) })
          : t('tryEnough', { rate: enough })}{' '}
        {enough !== undefined && enough !== rate && (
          <Button onPress={() => choose({ ratePerSecond: enough, burst })}>
            {t('tryEnoughUse', { rate: enough })}
          </Button>
        )}
      </p>
      <p className="hint">
        {t('tryBusiest', { count: busiest })} {t('tryReally', { count: refused })}{' '}
        <ToCalls narrowed={{ ...span, code: RATE_CODE }}>{t('tryCalls')}</ToCalls>
      </p>
    </>
  );
}
