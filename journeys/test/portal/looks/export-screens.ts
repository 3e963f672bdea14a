import type { Page } from 'playwright-core';
import { at, inTenant, type Screen } from './screen.ts';

const FILES = { seat: 'admin', path: inTenant('/exports') } as const;
const PATH = '**/portal/api/t/*/exports';
const FILE = {
  id: '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e01',
  kind: 'transactions',
  state: 'writing',
  filters: [
    { name: 'status', values: ['waiting', 'shared'] },
    { name: 'createdFrom', values: ['2026-02-01T03:00:00.000Z'] },
  ],
  rows: 12_000,
  parts: 12,
  reachedAt: '2026-02-11T10:20:00.000Z',
  isWhole: true,
  createdAt: '2026-03-04T16:50:00.000Z',
  expiresAt: '2026-03-04T17:50:00.000Z',
};
const FILES_OF_ALL_STATES = [
  FILE,
  { ...FILE, id: FILE.id.replace('01', '02'), state: 'ready', rows: 50_000, isWhole: false, filters: [] },
  { ...FILE, id: FILE.id.replace('01', '03'), state: 'ended', kind: 'audit', filters: [] },
  { ...FILE, id: FILE.id.replace('01', '04'), state: 'failed', filters: [] },
];

/** Has the server answer a file in each state. */
async function showFiles(page: Page): Promise<void> {
  await page.route(PATH, (route) => route.fulfill({ json: { exports: FILES_OF_ALL_STATES } }));
  await page.reload();
}

/** Files of lists, in each state. */
export const exportScreens: readonly Screen[] = [
  { ...FILES, name: 'exports-none', pictures: 'none', shows: at('.empty') },
  {
    ...FILES,
    name: 'exports',
    reach: showFiles,
    shows: at('.export-acts .button-primary'),
    leave: (page) => page.unroute(PATH),
  },
];
