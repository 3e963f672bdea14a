import { webForms } from '@titular/contract/check-setting';
import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract/page';
import {
  findLogoType,
  PREVIEW_CHANNEL,
  PREVIEW_SCHEMES,
  PREVIEW_SCREENS,
  type PreviewView,
  SAVED_LOGO,
} from '@titular/contract/page-preview';

type Fields = Readonly<Record<string, unknown>>;

const LOOKS = ['screen', 'language', 'scheme', 'companyName', 'brandColour', 'introduction', 'logo'];
const MAX_NAME = 200;

/** The fields of a plain object that has these and no others; undefined for anything else. */
function readFields(value: unknown, names: readonly string[]): Fields | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = Object.keys(value);
  const isExact = given.length === names.length && names.every((name) => given.includes(name));
  return isExact ? (value as Fields) : undefined;
}

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((one) => one === value);

/** A name without controls and signs that turn the direction. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_NAME && !/[\p{C}\u2028\u2029]/u.test(value);

/** A colour as the service takes it, on which white can be read. */
const isColour = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && webForms.colour(value) === value);

function isIntroduction(value: unknown): value is PreviewView['introduction'] {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(
    ([language, words]) =>
      PAGE_LANGUAGES.includes(language as PageLanguage) &&
      typeof words === 'string' &&
      webForms.introduction(words) === words,
  );
}

function isLogo(value: unknown): value is PreviewView['logo'] {
  if (value instanceof ArrayBuffer) return findLogoType(value) !== undefined;
  return value === null || (typeof value === 'string' && SAVED_LOGO.test(value));
}

function parseView(value: unknown): PreviewView | undefined {
  const fields = readFields(value, LOOKS);
  if (!fields) return undefined;
  const { companyName, brandColour, introduction, logo } = fields;
  const screen = oneOf(PREVIEW_SCREENS, fields['screen']);
  const language = oneOf(PAGE_LANGUAGES, fields['language']);
  const scheme = oneOf(PREVIEW_SCHEMES, fields['scheme']);
  if (!screen || !language || !scheme) return undefined;
  if (!isName(companyName) || !isColour(brandColour)) return undefined;
  if (!isIntroduction(introduction) || !isLogo(logo)) return undefined;
  return { screen, language, scheme, companyName, brandColour, introduction, logo };
}

/** Reads what the portal says; undefined for whatever has not exactly the contract's shape, within its bounds. */
export function parsePreviewRequest(data: unknown): PreviewView | undefined {
  const fields = readFields(data, ['channel', 'type', 'looks']);
  if (fields?.['channel'] !== PREVIEW_CHANNEL || fields['type'] !== 'show') return undefined;
  return parseView(fields['looks']);
}
