import type { PageLanguage } from '@titular/contract/page';
import * as en from './en/afterwards-texts.ts';
import * as enLinks from './en/link-texts.ts';
import * as es from './es/afterwards-texts.ts';
import * as esLinks from './es/link-texts.ts';
import * as fr from './fr/afterwards-texts.ts';
import * as frLinks from './fr/link-texts.ts';
import type { LaterTexts } from './messages.ts';
import * as pt from './pt/afterwards-texts.ts';
import * as ptLinks from './pt/link-texts.ts';
import type { TextsLike } from './texts-like.ts';
import { typesetFrench } from './typeset-french.ts';

/** Texts that most people never see before the camera has closed, by language. */
export const laterTexts: Readonly<Record<PageLanguage, TextsLike<LaterTexts>>> = {
  pt: { ...pt.afterwardsTexts, ...ptLinks.linkTexts },
  en: { ...en.afterwardsTexts, ...enLinks.linkTexts },
  es: { ...es.afterwardsTexts, ...esLinks.linkTexts },
  fr: typesetFrench({ ...fr.afterwardsTexts, ...frLinks.linkTexts }),
};
