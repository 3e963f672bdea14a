import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Chart } from '../../src/pages/overview/chart.tsx';

const rows = [
  { key: 'a', label: 'Approved', cells: ['7'], share: 0.7 },
  { key: 'b', label: 'Expired', cells: ['3'], share: 0.3 },
];
const told = { sentence: '7 of 10 were approved.', columns: ['Status', 'Number'], rows };
const picture = {
  ...{ slots: [[7, 3]], names: ['Approved', 'Expired'], first: 'Monday', last: 'Monday' },
  tableTitle: 'Show as a table',
};
const draw = (props: Parameters<typeof Chart>[0]): string =>
  renderToStaticMarkup(createElement(Chart, props));

describe('a chart', () => {
  test.each([
    ['bars', told],
    ['a picture', { ...told, picture }],
  ])('with %s has its sentence and its table, and hides the drawing from readers (P50)', (_name, props) => {
    const markup = draw(props);
    expect(markup).toContain(`<p>${told.sentence}</p>`);
    expect(markup).toContain('<table');
    for (const row of rows) expect(markup).toContain(row.label);
    const drawn = markup.replaceAll(/<div aria-hidden="true".*?<\/div>/gs, '');
    expect(drawn.match(/<svg/g)?.length ?? 0).toBe(drawn.match(/<svg [^>]*aria-hidden="true"/g)?.length ?? 0);
    expect(markup).toContain('<svg');
  });

  test.each([
    ['rows', { ...told, rows: [] }],
    ['columns', { ...told, columns: [] }],
    ['a sentence', { ...told, sentence: ' ' }],
  ])('without %s does not render, whatever there is to draw (P50)', (_name, props) => {
    expect(draw({ ...props, picture })).toBe('');
  });

  test('is the only thing of the overview that draws (P50)', () => {
    const root = fileURLToPath(new URL('../../src/pages/overview', import.meta.url));
    const sources = globSync('**/*.tsx', { cwd: root });
    const holding = (text: string): string[] =>
      sources.filter((file) => readFileSync(`${root}/${file}`, 'utf8').includes(text)).toSorted();
    expect(holding('<svg')).toEqual(['chart.tsx', 'slot-bars.tsx']);
    expect(holding('<SlotBars')).toEqual(['chart.tsx']);
  });

  test('tells its parts apart without colour: each has a fill and an outline of its own (P50)', () => {
    const css = readFileSync(new URL('../../src/pages/overview/overview.css', import.meta.url), 'utf8');
    const looks = [0, 1, 2].map((part) => new RegExp(`\\.chart-part-${part} \\{([^}]*)\\}`).exec(css)?.[1]);
    expect(looks.every((look) => look?.includes('fill') && look.includes('stroke'))).toBe(true);
    expect(new Set(looks).size).toBe(3);
  });
});
