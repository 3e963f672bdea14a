import {
  type ChoiceShape,
  checkSetting,
  describeBounds,
  type ListForm,
  type NumberShape,
  type ParseForm,
  type SettingDanger,
  type SettingGroup,
  type SettingShape,
  type SettingUnit,
  type SettingValue,
  type TextForm,
  webForms,
} from '@titular/contract';
import { formatTimeWindow, parseTimeWindow } from '../access-tokens/index.ts';
import { parseAddressRange } from '../kernel/network/address-range.ts';

/** A row of a table of settings: what an operator may set, in what shape, and what it is without being set. */
export type SettingRow = {
  name: string;
  column: string;
  shape: SettingShape;
  fallback: SettingValue;
  purpose: string;
  /** The value as an operator wrote it, where the database keeps it in another form. */
  read?: (stored: SettingValue) => SettingValue;
  /** The default in production, where it is another. */
  productionFallback?: SettingValue;
  /** What the accepted choice of the shape means, as the refusal in production says it. */
  acceptedMeaning?: string;
  /** Why a change in the portal asks for a fresh authentication. */
  danger?: SettingDanger;
  /** Protects the deployment from its tenants, so that no tenant changes it in the portal. */
  isOperators?: true;
  /** Binds who would change it: a value that the portal may set and never takes back. */
  portalKeeps?: SettingValue;
};

/** One thing an operator may set, with the part of the page it stands in; sentence and check come from its shape. */
export type Setting = SettingRow & {
  group: SettingGroup;
  bounds: string;
  /** Takes an operator's text; undefined means that it is not within the bounds. */
  parse(text: string): SettingValue | undefined;
};

const parseWindow = (text: string): string | undefined => {
  const window = parseTimeWindow(text);
  return window && formatTimeWindow(window);
};

/** Every form of a text that a setting may have. */
const forms: Readonly<Record<ListForm | TextForm, ParseForm>> = {
  ...webForms,
  'address-range': parseAddressRange,
  'time-window': parseWindow,
};

/** Makes the settings of one part of the page from their rows. */
export const defineSettings = (group: SettingGroup, rows: readonly SettingRow[]): readonly Setting[] =>
  rows.map((row) => ({
    ...row,
    group,
    bounds: describeBounds(row.shape),
    parse: (text) => checkSetting(row.shape, text, forms),
  }));

/** A whole number between two bounds, both included. */
export const wholeNumber = (min: number, max: number, unit?: SettingUnit): NumberShape => ({
  kind: 'number',
  ...{ min, max },
  ...(unit ? { unit } : {}),
});

/** One of some words. */
export const choice = (...options: string[]): ChoiceShape => ({ kind: 'choice', options });

/** A text in one form, or the word `none`. */
export const optionalText = (form: TextForm): SettingShape => ({ kind: 'text', form, hasNone: true });

const MAX_LIST_LENGTH = 20;

/** Up to 20 things of one form. */
export const list = (form: ListForm, ...alone: string[]): SettingShape => ({
  ...{ kind: 'list', form, max: MAX_LIST_LENGTH },
  ...(alone.length > 0 ? { alone } : {}),
});
