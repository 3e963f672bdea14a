import { PAGE_LANGUAGES } from '@titular/contract';
import { choice, defineSettings, optionalText, type Setting, type SettingRow } from './setting.ts';

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

const branding = defineSettings('brand', [
  {
    name: 'brand-name',
    column: 'brand_name',
    shape: optionalText('display-name'),
    fallback: null,
    purpose: 'Name of the company on the page; with `none`, the name of the company itself.',
  },
  {
    name: 'brand-colour',
    column: 'brand_colour',
    shape: optionalText('colour'),
    fallback: null,
    purpose:
      'Colour of the main button of the page. Text and lines in this colour are made darker or lighter where they would be hard to see.',
  },
  ...PAGE_LANGUAGES.map(
    (language): SettingRow => ({
      name: `brand-introduction-${language}`,
      column: `brand_introduction_${language}`,
      shape: optionalText('introduction'),
      fallback: null,
      purpose: `The company's own introduction, shown above the purpose when the page is in ${languageNames.of(language)}.`,
    }),
  ),
]);

const conduct = defineSettings('page', [
  {
    name: 'phone-first',
    column: 'phone_first',
    shape: choice('off', 'offer', 'first'),
    fallback: 'offer',
    purpose:
      'Whether the page on a device without touch suggests the phone. `off`: only among the alternatives. `offer`: a QR code beside the consent. `first`: the QR code before the consent.',
  },
  {
    name: 'step-feedback',
    column: 'step_feedback',
    shape: choice('off', 'vibration', 'sound', 'both'),
    fallback: 'both',
    purpose:
      'Signal of a finished step of the challenge. The person can switch each off on the page. A device set to reduced motion does not vibrate unless the person asks for it.',
  },
]);

/** What a company sets of the hosted page's looks and conduct. */
export const pageSettings: readonly Setting[] = [...branding, ...conduct];
