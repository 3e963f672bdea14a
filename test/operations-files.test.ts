import { listMetrics } from '@titular/server/modules.ts';
import { listProcessMetrics } from '@titular/server/operations/index.ts';
import { describe, expect, test } from 'vitest';
import { alertGroups } from '../scripts/operations/alerts.ts';
import { read } from './sources.ts';

const RULES = 'ops/prometheus/rules.yml';
const DASHBOARD = 'ops/grafana/titular.json';

type Panel = { type: string; title: string; targets?: { expr: string }[]; gridPos: Record<string, number> };

const panels = (JSON.parse(read(DASHBOARD)) as { panels: Panel[] }).panels;
const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const alerts = Object.values(alertGroups).flat();
const expressions = [...alerts.map(({ expr }) => expr), ...shown];

/** Names under which samples stand, with the label sets of their metric; undefined where these are not ours. */
const series = new Map([
  ...listMetrics().flatMap(({ name, kind, labels }) => {
    const names = kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
    return names.map((one) => [one, labels] as const);
  }),
  ...listProcessMetrics().map((name) => [name, undefined] as const),
  // Prometheus itself says whether it could scrape.
  ['up', undefined] as const,
]);

/** Names of metrics in an expression, without what stands in quotes. */
const namesIn = (expr: string): string[] =>
  expr.replaceAll(/"[^"]*"/g, '""').match(/\b(?:(?:titular|nodejs|process)_\w+|up\b)/g) ?? [];

describe('rules and dashboard (S42)', () => {
  test('name metrics that there are', () => {
    const unknown = expressions.flatMap(namesIn).filter((name) => !series.has(name));
    expect(unknown).toEqual([]);
    expect(expressions.filter((expr) => namesIn(expr).length === 0)).toEqual([]);
  });

  test('choose by labels, and values of them, that their metrics have', () => {
    const chosen = expressions.flatMap((expr) =>
      [...expr.matchAll(/\b(titular_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', where = '']) =>
        [...where.matchAll(/(\w+)!?="([^"]*)"/g)].map(([, label = '', value = '']) => ({
          name,
          label,
          value,
        })),
      ),
    );
    expect(chosen.length).toBeGreaterThan(10);
    const wrong = chosen.filter(({ name, label, value }) => !series.get(name)?.[label]?.includes(value));
    expect(wrong).toEqual([]);
  });

  test('have closed brackets and quotes', () => {
    const isOpen = (expr: string): boolean => {
      const signs = expr.replaceAll(/"[^"]*"/g, '').replaceAll(/[^(){}[\]"]/g, '');
      let left = signs;
      for (let before = ''; before !== left; ) {
        before = left;
        left = left.replaceAll(/\(\)|\{\}|\[\]/g, '');
      }
      return left !== '';
    };
    expect(expressions.filter(isOpen)).toEqual([]);
  });

  test('show every metric, and no two panels in one place', () => {
    const named = new Set(shown.flatMap(namesIn).map((name) => name.replace(/_bucket$/, '')));
    expect(listMetrics().filter(({ name }) => !named.has(name))).toEqual([]);
    const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
  });

  test('name each alert once, and what an operator does', () => {
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
    expect(alerts.filter(({ action, summary }) => !/\.$/.test(action) || !/\.$/.test(summary))).toEqual([]);
    const text = read(RULES);
    for (const { name, expr } of alerts) {
      expect(text).toContain(`- alert: ${name}\n`);
      expect(text).toContain(`expr: ${JSON.stringify(expr)}\n`);
    }
  });
});
