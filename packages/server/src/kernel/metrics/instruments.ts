import { Counter, Gauge, Histogram } from 'prom-client';
import { closeLabels, combineLabels, type LabelSets, type LabelsOf, type Metric } from './metric.ts';
import { isCounted } from './uncounted.ts';

type Facts<Sets extends LabelSets> = { name: string; help: string; labels: Sets };

const namesOf = (labels: LabelSets): string[] => Object.keys(labels);

/** A number that only grows. */
export type CounterMetric<Sets extends LabelSets> = Metric & {
  add(labels: LabelsOf<Sets>, by?: number): void;
};

/** Makes a counter; each combination of its labels stands at 0 from the start, so that a first increase is seen. */
export function createCounter<const Sets extends LabelSets>(facts: Facts<Sets>): CounterMetric<Sets> {
  const { name, help, labels } = facts;
  const prom = new Counter({ name, help, labelNames: namesOf(labels), registers: [] });
  const close = closeLabels(labels);
  for (const combination of combineLabels(labels)) prom.inc(combination, 0);
  return {
    ...facts,
    kind: 'counter',
    prom,
    add: (given, by = 1) => void (isCounted() && prom.inc(close(given), by)),
  };
}

/** Values, counted by the buckets that they fall in. */
export type HistogramMetric<Sets extends LabelSets> = Metric & {
  observe(labels: LabelsOf<Sets>, value: number): void;
};

/** Makes a histogram; values below zero, which only clocks of several machines give, count as zero. */
export function createHistogram<const Sets extends LabelSets>(
  facts: Facts<Sets> & { buckets: readonly number[] },
): HistogramMetric<Sets> {
  const { name, help, labels, buckets } = facts;
  const prom = new Histogram({
    ...{ name, help },
    labelNames: namesOf(labels),
    buckets: [...buckets],
    registers: [],
  });
  const close = closeLabels(labels);
  const observe = (given: LabelsOf<Sets>, value: number): void =>
    void (isCounted() && prom.observe(close(given), Math.max(0, value)));
  return { ...facts, kind: 'histogram', prom, observe };
}

/** A value of a gauge with its labels. */
export type Sample<Sets extends LabelSets> = { labels: LabelsOf<Sets>; value: number };

/** Makes a gauge from what shows all of its samples at once; samples that are not given any more are gone. */
export function createSettable<const Sets extends LabelSets>({ name, help, labels }: Facts<Sets>) {
  const prom = new Gauge({ name, help, labelNames: namesOf(labels), registers: [] });
  const close = closeLabels(labels);
  const clear = (): void => {
    prom.reset();
    if (namesOf(labels).length === 0) prom.remove();
  };
  clear();
  const show = (samples: readonly Sample<Sets>[]): void => {
    clear();
    for (const one of samples) prom.set(close(one.labels), one.value);
  };
  return { prom, clear, show };
}

/** Makes a gauge that is read from memory at each scrape. */
export function createGauge<const Sets extends LabelSets>(
  facts: Facts<Sets>,
  read: () => readonly Sample<Sets>[],
): Metric {
  const { prom, show } = createSettable(facts);
  Object.assign(prom, { collect: () => show(read()) });
  return { ...facts, kind: 'gauge', prom };
}

/** Makes a gauge without labels that is read from memory at each scrape; undefined leaves it out. */
export const createSimpleGauge = (
  { name, help }: { name: string; help: string },
  read: () => number | undefined,
): Metric =>
  createGauge({ name, help, labels: {} }, () => {
    const value = read();
    return value === undefined ? [] : [{ labels: {}, value }];
  });

/** Seconds of requests, statements and other short work: 2 ms to 10 s. */
export const SHORT_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Seconds of jobs, delays and other long work: 10 ms to 5 minutes. */
export const LONG_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300] as const;
