/** A value as its column holds it; null is no value, a list may be empty. */
export type SettingValue = string | number | readonly string[] | null;

/** Units of numbers. */
export const SETTING_UNITS = ['seconds', 'days', 'per-second', 'requests'] as const;
/** Unit of a number. */
export type SettingUnit = (typeof SETTING_UNITS)[number];

/** How one text is read. */
export const TEXT_FORMS = [
  'amount',
  'colour',
  'display-name',
  'introduction',
  'host',
  'https-address',
  'email',
  'phone',
] as const;
/** Form of one text. */
export type TextForm = (typeof TEXT_FORMS)[number];

/** How each part of a list is read; the page knows all but the last two. */
export const LIST_FORMS = ['host', 'origin', 'app-scheme', 'address-range', 'time-window'] as const;
/** Form of the parts of a list. */
export type ListForm = (typeof LIST_FORMS)[number];

/** A value that production takes only with words behind a colon, by which the operator says what it means. */
export type AcceptedChoice = { value: string; words: string };

/** What the word `none` stands for, where it is no plain absence. */
export const SETTING_NONES = ['module', 'environment'] as const;

type Optional = { hasNone?: boolean };

/** A number between two bounds, both included; `words` stand for numbers that the bounds leave out. */
export type NumberShape = Optional & {
  kind: 'number';
  min: number;
  max: number;
  /** Has up to 6 decimals; otherwise it is whole. */
  isDecimal?: boolean;
  unit?: SettingUnit;
  isZeroNever?: boolean;
  words?: Readonly<Record<string, number>>;
};

/** One of some words. */
export type ChoiceShape = { kind: 'choice'; options: readonly string[]; accepted?: AcceptedChoice };

/** Any of some codes; `hasFamilies` also takes all of a kind, as `kind:*`. */
export type CodesShape = Optional & {
  kind: 'codes';
  options: readonly string[];
  hasFamilies?: boolean;
  none?: (typeof SETTING_NONES)[number];
};

/** Up to `max` things, each read by its form and written in one way; `alone` are words that stand by themselves. */
export type ListShape = { kind: 'list'; form: ListForm; max: number; alone?: readonly string[] };

/** One text. */
export type TextShape = Optional & { kind: 'text'; form: TextForm };

/** Kind and bounds of a setting, as JSON. */
export type SettingShape = NumberShape | ChoiceShape | CodesShape | ListShape | TextShape;

/** Parts of the page of settings, in its order. */
export const SETTING_GROUPS = [
  'transactions',
  'faces',
  'checks',
  'card',
  'card-evidence',
  'addresses',
  'links',
  'brand',
  'page',
  'contact',
  'retention',
  'limits',
  'access',
] as const;
/** Part of the page that a setting stands in. */
export type SettingGroup = (typeof SETTING_GROUPS)[number];

/** Why a change of a setting asks for a fresh authentication. */
export const SETTING_DANGERS = {
  decision: 'It can turn a refusal into an approval.',
  reach: 'It decides which other sites and apps take part.',
  retention: 'It deletes data of people earlier, or keeps them longer.',
  oversight: 'It decides who else sees the tenant, or has a say in an act.',
} as const;
/** Code of such a reason. */
export type SettingDanger = keyof typeof SETTING_DANGERS;
