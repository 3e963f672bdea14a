import { isTooFine, type SettingValue, WHAT_IF_STEPS } from '@titular/contract';
import { OperatorRefusal } from '../audit/index.ts';
import type { DecidingRules } from '../decision/index.ts';
import { parseSettings, type Setting, settingTables } from '../settings/index.ts';

/** Rules in place of those of the time. */
export type Moved = {
  rules: Partial<DecidingRules>;
  card: Partial<DecidingRules['cardEvidence']>;
};

const CARD = /^card-evidence-/;

const isTried = ({ danger }: Setting): boolean => danger === 'decision';

const TRIED = settingTables.company.filter(isTried).map(({ name }) => name);

const ruleOf = ({ column }: Setting): string =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The value without the words that accept what it means. */
function plainValue({ shape }: Setting, value: SettingValue): SettingValue {
  const accepted = shape.kind === 'choice' ? shape.accepted : undefined;
  return accepted && value === `${accepted.value}:${accepted.words}` ? accepted.value : value;
}

function refuseFine({ name }: Setting, value: SettingValue): void {
  if (isTooFine(name, String(value)))
    throw new OperatorRefusal('invalid', `${name} is tried in steps of ${1 / WHAT_IF_STEPS}.`);
}

/** Reads the texts of settings that are tried; refuses what no decision follows, what is out of bounds, and a finer threshold. */
export function parseMoved(texts: ReadonlyMap<string, string>): Moved {
  const other = [...texts.keys()].find((name) => !TRIED.includes(name));
  if (other !== undefined)
    throw new OperatorRefusal('invalid', `${other} is not tried. These are: ${TRIED.join(', ')}.`);
  const moved = { rules: {} as Record<string, unknown>, card: {} as Record<string, unknown> };
  for (const [setting, given] of parseSettings('company', texts)) {
    const value = plainValue(setting, given);
    refuseFine(setting, value);
    if (CARD.test(setting.name)) moved.card[setting.name.replace(CARD, '')] = value;
    else moved.rules[ruleOf(setting)] = value ?? undefined;
  }
  return moved as Moved;
}

/** Values of settings by which people could be told apart, in one spelling each. */
export const fineValues = (texts: ReadonlyMap<string, string>): string[] =>
  settingTables.company
    .filter((setting) => isTried(setting) && setting.shape.kind === 'number')
    .flatMap(({ name }) => {
      const text = texts.get(name)?.trim();
      if (text === undefined) return [];
      const value = Number(text);
      return [`${name}=${Number.isNaN(value) ? text : value}`];
    });

/** The rules of the time with the moved ones in their place. */
export const moveRules = (rules: DecidingRules, { rules: moved, card }: Moved): DecidingRules => ({
  ...rules,
  ...moved,
  cardEvidence: { ...rules.cardEvidence, ...card },
});
