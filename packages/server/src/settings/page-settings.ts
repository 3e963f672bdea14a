import { PAGE_LANGUAGES } from '@titular/contract';
import { orNone, type Setting, word } from './setting.ts';
import { parseColour, parseDisplayName, parseIntroduction } from './web-values.ts';

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

const branding: readonly Setting[] = [
  {
    name: 'brand-name',
    column: 'brand_name',
    bounds: '1 to 80 characters, or `none`',
    fallback: null,
    purpose: 'Name of the company on the page; with `none`, the name of the company itself.',
    parse: orNone(parseDisplayName),
  },
  {
    name: 'brand-colour',
    column: 'brand_colour',
    bounds: '#rrggbb on which white text is readable (contrast 4.5 to 1), or `none`',
    fallback: null,
    purpose:
      'Colour of the main button of the page. Text and lines in this colour are made darker or lighter where they would be hard to see.',
    parse: orNone(parseColour),
  },
  ...PAGE_LANGUAGES.map(
    (language): Setting => ({
      name: `brand-introduction-${language}`,
      column: `brand_introduction_${language}`,
      bounds: '1 to 200 characters without markup or addresses, or `none`',
      fallback: null,
      purpose: `The company's own introduction, shown above the purpose when the page is in ${languageNames.of(language)}.`,
      parse: orNone(parseIntroduction),
    }),
  ),
];

const conduct: readonly Setting[] = [
  {
    name: 'phone-first',
    column: 'phone_first',
    bounds: '`off`, `offer` or `first`',
    fallback: 'offer',
    purpose:
      'Whether the page on a device without touch suggests the phone. `off`: only among the alternatives. `offer`: a QR code beside the consent. `first`: the QR code before the consent.',
    parse: word('off', 'offer', 'first'),
  },
  {
    name: 'step-feedback',
    column: 'step_feedback',
    bounds: '`off`, `vibration`, `sound` or `both`',
    fallback: 'both',
    purpose:
      'Signal of a finished step of the challenge. The person can switch each off on the page. A device set to reduced motion does not vibrate unless the person asks for it.',
    parse: word('off', 'vibration', 'sound', 'both'),
  },
];

/** What a company sets of the hosted page's looks and conduct. */
export const pageSettings: readonly Setting[] = [...branding, ...conduct];
