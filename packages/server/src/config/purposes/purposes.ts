import type { Purposes } from '../setting.ts';
import { purposesEs } from './es.ts';
import { purposesPt } from './pt.ts';

/** Purposes of all settings in each language that the table of settings does not have. */
export const purposes = { pt: purposesPt, es: purposesEs } as const satisfies Readonly<
  Record<string, Purposes>
>;

/** A purpose as a page shows it: without marks of code, and of a link to a document its path. */
export const toPlainPurpose = (purpose: string): string =>
  purpose.replaceAll(/\[[^\]]*\]\(([^)#]*)[^)]*\)/g, 'docs/$1').replaceAll('`', '');
