import * as real from '@titular/server/kernel/metrics/instruments.ts';
import type { LabelSets } from '@titular/server/kernel/metrics/metric.ts';

export * from '@titular/server/kernel/metrics/instruments.ts';

type CounterFacts<Sets extends LabelSets> = Parameters<typeof real.createCounter<Sets>>[0];
type HistogramFacts<Sets extends LabelSets> = Parameters<typeof real.createHistogram<Sets>>[0];

/** Makes a counter that adds nothing. */
export const createCounter = <const Sets extends LabelSets>(facts: CounterFacts<Sets>) => ({
  ...real.createCounter(facts),
  add: () => undefined,
});

/** Makes a histogram that observes nothing. */
export const createHistogram = <const Sets extends LabelSets>(facts: HistogramFacts<Sets>) => ({
  ...real.createHistogram(facts),
  observe: () => undefined,
});
