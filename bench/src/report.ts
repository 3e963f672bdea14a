/** One line of the report: what was measured, beside its baseline from the same run, and what it should reach. */
export type Figure = {
  what: string;
  measured: number;
  unit: string;
  baseline?: { what: string; value: number };
  target?: { text: string; met: boolean };
};

const rounded = (value: number): string => {
  if (value >= 100 || Number.isInteger(value)) return String(Math.round(value));
  return value.toFixed(value >= 10 ? 1 : value >= 1 ? 2 : 3);
};

/** Figures as a table in Markdown; a ratio stands wherever there is a baseline. */
export function reportTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, measured, unit, baseline, target }) => {
    const beside = baseline ? `${baseline.what}: ${rounded(baseline.value)} ${unit}` : '';
    const ratio = baseline ? (measured / baseline.value).toFixed(2) : '';
    const goal = target ? `${target.text}: ${target.met ? 'met' : 'MISSED'}` : '';
    return `| ${what} | ${rounded(measured)} ${unit} | ${beside} | ${ratio} | ${goal} |`;
  });
  return ['| what | measured | baseline | ratio | target |', '| --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}
