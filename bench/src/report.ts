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

/** Prints figures as a table; a ratio stands wherever there is a baseline. */
export function printReport(figures: readonly Figure[]): void {
  console.log('\n| what | measured | baseline | ratio | target |\n| --- | --- | --- | --- | --- |');
  for (const { what, measured, unit, baseline, target } of figures) {
    const beside = baseline ? `${baseline.what}: ${rounded(baseline.value)} ${unit}` : '';
    const ratio = baseline ? (measured / baseline.value).toFixed(2) : '';
    const goal = target ? `${target.text}: ${target.met ? 'met' : 'MISSED'}` : '';
    console.log(`| ${what} | ${rounded(measured)} ${unit} | ${beside} | ${ratio} | ${goal} |`);
  }
}
