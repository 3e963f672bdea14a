import type { TestService } from '@titular/test-kit';
import { expect } from 'vitest';

/** A sample of a scrape: name of the series, its labels and its value. */
type Sample = { name: string; labels: Record<string, string>; value: number };

/** A scrape as a monitor reads it: its samples, and the kind that each metric announces. */
export type Scraped = { text: string; samples: Sample[]; kinds: Map<string, string> };

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

const parseLabels = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

/** Address on the operations port. */
export const operationsAddress = ({ service }: TestService, path: string): string => {
  if (service.operationsUrl === undefined) return expect.fail('the service has an operations port');
  return `${service.operationsUrl}${path}`;
};

/** Scrapes a service once. */
export async function scrape(service: TestService): Promise<Scraped> {
  const response = await fetch(operationsAddress(service, '/metrics'));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  const lines = text.split('\n').filter(Boolean);
  const samples = lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = LINE.exec(line) ?? expect.fail(`no sample: ${line}`);
      return { name, labels: parseLabels(labels), value: Number(value) };
    });
  const kinds = lines.map((line) => /^# TYPE (\S+) (\S+)$/.exec(line)).filter((match) => match !== null);
  return { text, samples, kinds: new Map(kinds.map(([, name = '', kind = '']) => [name, kind])) };
}

/** Value of the series that has these labels; undefined where there is none. */
export const findValue = (
  { samples }: Scraped,
  name: string,
  labels: Record<string, string> = {},
): number | undefined =>
  samples.find(
    (one) =>
      one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  )?.value;
