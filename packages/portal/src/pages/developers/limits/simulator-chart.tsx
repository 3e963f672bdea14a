import type { RatePolicy, SimulatedRefusal } from '@titular/contract/simulate-limit';
import { useMemo } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Chart } from '../../overview/chart.tsx';
import { type Requests, toBins } from './model/replay.ts';

type Props = { requests: Requests; refusals: readonly SimulatedRefusal[]; policy: RatePolicy };

const DAY_MS = 86_400_000;

/** Taken and refused calls over the time, as a sentence, a picture and a table. */
export function SimulatorChart({ requests, refusals, policy }: Props) {
  const t = useTexts();
  const tag = useTag();
  const number = new Intl.NumberFormat(tag);
  const bins = useMemo(() => toBins(requests, refusals), [requests, refusals]);
  const longest = Math.max(0, ...bins.map(({ longestWait }) => longestWait));
  const isWithinDay = (bins.at(-1)?.startMs ?? 0) - (bins[0]?.startMs ?? 0) < DAY_MS;
  const time = new Intl.DateTimeFormat(tag, {
    dateStyle: 'short',
    timeStyle: isWithinDay ? 'medium' : 'short',
  });
  const names = [t('tryTaken'), t('tryRefused')];
  const sentence = t('trySentence', {
    ...{ rate: policy.ratePerSecond, burst: policy.burst },
    ...{ count: refusals.length, all: requests.length },
  });
  return (
    <Chart
      sentence={longest === 0 ? sentence : `${sentence} ${t('tryWait', { count: longest })}`}
      columns={[t('tryTime'), t('tryAll'), t('tryRefused'), t('tryLongest')]}
      rows={bins.map(({ startMs, calls, refused, longestWait }) => ({
        key: String(startMs),
        label: time.format(startMs),
        cells: [
          number.format(calls),
          number.format(refused),
          longestWait === 0 ? '–' : t('trySeconds', { count: longestWait }),
        ],
      }))}
      picture={{
        slots: bins.map(({ calls, refused }) => [calls - refused, refused]),
        names,
        first: time.format(bins[0]?.startMs),
        last: time.format(bins.at(-1)?.startMs),
        tableTitle: t('tryTable'),
      }}
    />
  );
}
