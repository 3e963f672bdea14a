import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';

/** Colours of the page: those of the device, or one of the two whatever the device says. */
export const PAGE_THEMES = ['auto', 'light', 'dark'] as const;
export type PageTheme = (typeof PAGE_THEMES)[number];

/** How a create request wishes the page to look, optional in each create operation. */
export const appearanceFields = {
  language: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
      maxLength: 35,
      description:
        "Language of the page, as a BCP 47 tag of a language that the page speaks. It has precedence over the browser's languages; what the person chooses on the page has precedence over it.",
      examples: ['pt-BR'],
    }),
  ),
  theme: Type.Optional(
    literals(PAGE_THEMES, {
      description: 'Colours of the page; `auto`, the default, follows the device.',
    }),
  ),
};

/** How somebody who has a question reaches the company; what it has not set is null. */
export const Contact = Type.Object(
  {
    url: Type.Union([Type.String(), Type.Null()]),
    email: Type.Union([Type.String(), Type.Null()]),
    /** In the form of E.164, with a plus sign. */
    phone: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);
export type Contact = Static<typeof Contact>;

/** What the person is told of their data besides what the page does with them: by whom, for how long, and where to turn to. */
export const DataNotice = Type.Object(
  {
    /** Who answers for the data (LGPD art. 9, GDPR art. 13); null where it is the company by its name. */
    controllerName: Type.Union([Type.String(), Type.Null()]),
    privacyUrl: Type.Union([Type.String(), Type.Null()]),
    termsUrl: Type.Union([Type.String(), Type.Null()]),
    contact: Contact,
    pictureDays: Type.Integer({ minimum: 1 }),
    personDays: Type.Integer({ minimum: 1 }),
    faceDays: Type.Integer({ minimum: 1 }),
    /** How long a cookie identifies the browser, with the person's consent; null where there is none. */
    deviceDays: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  },
  { additionalProperties: false },
);
export type DataNotice = Static<typeof DataNotice>;

/** What lets a person recognise a purchase; what is not known is null. */
export const Purchase = Type.Object(
  {
    /** Exact decimal text; null unless the currency was sent with it. */
    amount: Type.Union([Type.String(), Type.Null()]),
    /** ISO 4217. */
    currency: Type.Union([Type.String(), Type.Null()]),
    at: Type.String({ format: 'date-time' }),
    /** Host at which the merchant sells. */
    domain: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);
export type Purchase = Static<typeof Purchase>;

/** The person confirms that their data are to be deleted: `confirmed` is true, so that no empty call counts as a wish. */
export const ErasureConfirmation = Type.Object({ confirmed: Type.Literal(true) });
export type ErasureConfirmation = Static<typeof ErasureConfirmation>;

/** The person's wish to have their data deleted: whether it can be expressed here, and what it leads to. */
export const DataErasure = Type.Object(
  {
    /** When the wish was expressed; null before. */
    requestedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    /** When the pictures of the check are deleted. */
    picturesUntil: Type.String({ format: 'date-time' }),
    /** When the rest of the request is deleted. */
    recordUntil: Type.String({ format: 'date-time' }),
    /** Whether the enrolled face goes with the pictures: only of who was confirmed with it on this very page. */
    includesFace: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type DataErasure = Static<typeof DataErasure>;
