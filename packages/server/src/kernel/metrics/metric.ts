import type { Metric as PromMetric } from 'prom-client';

/** Values that each label may have, by its name. */
export type LabelSets = Readonly<Record<string, readonly string[]>>;

/** Values of all labels of one sample; one that is not in its label set becomes `other`. */
export type LabelsOf<Sets extends LabelSets> = { readonly [Name in keyof Sets]: string };

/** Value of a label that is not in its set. */
export const OTHER = 'other';

/** What documentation, rules and dashboard know of a metric. */
export type MetricFacts = {
  name: string;
  help: string;
  kind: 'counter' | 'gauge' | 'histogram';
  labels: LabelSets;
  buckets?: readonly number[];
};

/** A metric with the samples of this process, as a registry takes it. */
export type Metric = MetricFacts & { prom: PromMetric };

/** Counts the series of a metric, with one more value for each label that was not in its set. */
export function countSeries({ labels, kind, buckets = [] }: MetricFacts): number {
  const combined = Object.values(labels).reduce((count, values) => count * (values.length + 1), 1);
  // A histogram has a series for each bucket, one for infinity, sum and count.
  return kind === 'histogram' ? combined * (buckets.length + 3) : combined;
}

/** Makes what keeps labels to their sets. */
export function closeLabels<Sets extends LabelSets>(sets: Sets): (labels: LabelsOf<Sets>) => LabelsOf<Sets> {
  const known = new Map(Object.entries(sets).map(([name, values]) => [name, new Set(values)]));
  const isKnown = (labels: LabelsOf<Sets>, name: string): boolean =>
    known.get(name)?.has(labels[name] ?? '') ?? false;
  const names = [...known.keys()];
  return (labels) => {
    if (names.every((name) => isKnown(labels, name))) return labels;
    const closed = names.map((name) => [name, isKnown(labels, name) ? labels[name] : OTHER]);
    return Object.fromEntries(closed) as LabelsOf<Sets>;
  };
}

/** Lists every combination of the values of the label sets. */
export function combineLabels<Sets extends LabelSets>(sets: Sets): LabelsOf<Sets>[] {
  let combined: Record<string, string>[] = [{}];
  for (const [name, values] of Object.entries(sets))
    combined = combined.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  return combined as LabelsOf<Sets>[];
}
