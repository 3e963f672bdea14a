import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import {
  LIST_FORMS,
  SETTING_DANGERS,
  SETTING_GROUPS,
  SETTING_NONES,
  SETTING_UNITS,
  type SettingDanger,
  TEXT_FORMS,
} from '../settings/setting-shape.ts';
import { MAX_SETTING_LENGTH } from '../text-bounds.ts';

const CLOSED = { additionalProperties: false } as const;
const words = Type.Array(Type.String());
const hasNone = Type.Optional(Type.Boolean());

/** Kind and bounds of a setting, from which the page makes its field. */
const Shape = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('number'),
      min: Type.Number(),
      max: Type.Number(),
      isDecimal: Type.Optional(Type.Boolean()),
      unit: Type.Optional(literals(SETTING_UNITS)),
      isZeroNever: Type.Optional(Type.Boolean()),
      words: Type.Optional(Type.Record(Type.String(), Type.Number())),
      hasNone,
    },
    CLOSED,
  ),
  Type.Object(
    {
      kind: Type.Literal('choice'),
      options: words,
      accepted: Type.Optional(Type.Object({ value: Type.String(), words: Type.String() }, CLOSED)),
    },
    CLOSED,
  ),
  Type.Object(
    {
      kind: Type.Literal('codes'),
      options: words,
      hasFamilies: Type.Optional(Type.Boolean()),
      none: Type.Optional(literals(SETTING_NONES)),
      hasNone,
    },
    CLOSED,
  ),
  Type.Object(
    {
      kind: Type.Literal('list'),
      form: literals(LIST_FORMS),
      max: Type.Integer(),
      alone: Type.Optional(words),
    },
    CLOSED,
  ),
  Type.Object({ kind: Type.Literal('text'), form: literals(TEXT_FORMS), hasNone }, CLOSED),
]);

/** What a page needs to say a value of a setting in words. */
export const SettingForm = Type.Object(
  { name: Type.String(), group: literals(SETTING_GROUPS), shape: Shape },
  CLOSED,
);
export type SettingForm = Static<typeof SettingForm>;

/** A setting with its present value; values are texts, as `settings set` takes them. */
export const SettingView = Type.Object(
  {
    ...SettingForm.properties,
    value: Type.String(),
    default: Type.String(),
    /** What it does, in English: for a page that has no words of its own for it yet. */
    purpose: Type.String(),
    danger: Type.Optional(literals(Object.keys(SETTING_DANGERS) as SettingDanger[])),
    /** Only an operator of the deployment changes it, by command. */
    isOperators: Type.Optional(Type.Boolean()),
    /** It has a value that only an operator changes back, by command. */
    isKept: Type.Optional(Type.Boolean()),
    /** The last change, as far as the reader may see the audit log. */
    changed: Type.Optional(
      Type.Object(
        {
          at: Type.String({ format: 'date-time' }),
          /** As the audit log names the actor. */
          actor: Type.String(),
          /** Name of the person, where the actor is one. */
          name: Type.Optional(Type.String()),
        },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);
export type SettingView = Static<typeof SettingView>;

/** All settings of a tenant or of one of its companies. */
export const SettingsView = Type.Object(
  {
    owner: Type.Object(
      { kind: literals(['tenant', 'company'] as const), id: Type.String(), name: Type.String() },
      CLOSED,
    ),
    mayChange: Type.Boolean(),
    /** Whether a change of a dangerous setting takes a second person here. */
    isTwoPerson: Type.Boolean(),
    settings: Type.Array(SettingView),
    /** Of a company: where its page is seen with looks that are not saved, and the path of its logo there. */
    preview: Type.Optional(
      Type.Object({ address: Type.String(), logoPath: Type.Union([Type.String(), Type.Null()]) }, CLOSED),
    ),
  },
  CLOSED,
);
export type SettingsView = Static<typeof SettingsView>;

const text = Type.String({ maxLength: MAX_SETTING_LENGTH });

/** Changes of settings, each with the text that was seen before; all are made, or none. */
export const ChangeSettings = Type.Object(
  {
    changes: Type.Array(
      Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }), seen: text, value: text }, CLOSED),
      { minItems: 1, maxItems: 100 },
    ),
  },
  CLOSED,
);
export type ChangeSettings = Static<typeof ChangeSettings>;

/** What became of the changes, with the values of now; `conflict`: something was changed meanwhile, and nothing was written. */
export const SettingsChanged = Type.Object(
  { outcome: literals(['changed', 'conflict'] as const), view: SettingsView },
  CLOSED,
);
export type SettingsChanged = Static<typeof SettingsChanged>;
