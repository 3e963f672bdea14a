import type { LayoutRules } from '../../visual/check-layout.ts';

/** What the layout of every page of the portal keeps to. */
export const PORTAL_RULES: LayoutRules = {
  least: 24,
  folds: ':not(*)',
  leastOfFolds: 24,
  layers:
    '.modal, .popover, .find-list, .filter-list, .toaster, .top, .side, .skip, .connection, .input-toggle, .settings-bar',
  scrollers: '.table-scroll, .panel-flush .panel-body, .code, .parts-nav, .filter-list, .visually-hidden',
  cutTexts: '.tenant-name, input, select, .skip',
};
