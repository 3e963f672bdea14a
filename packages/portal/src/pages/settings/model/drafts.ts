import { checkSetting, formatSetting, webForms } from '@titular/contract/check-setting';
import type { SettingShape } from '@titular/contract/setting-shape';

/** A changed value that is not saved: its text, and the one that was seen before. */
export type Draft = { seen: string; text: string };
/** Drafts by the names of their settings. */
export type Drafts = Readonly<Record<string, Draft>>;
/** What the rules need of a setting. */
export type Setting = { name: string; shape: SettingShape; value: string };

/** Without the draft of a setting, so that what is saved counts. */
export const dropDraft = (drafts: Drafts, name: string): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([one]) => one !== name));

/**
 * With a text that somebody entered; the value that is saved is no draft. While a save is under way, what it sent may be put back by hand: that
 * is kept, as the value of now is about to change.
 */
export const changeDraft = (
  drafts: Drafts,
  { name, value }: Setting,
  text: string,
  isSaving = false,
): Drafts =>
  text === value && !(isSaving && drafts[name])
    ? dropDraft(drafts, name)
    : { ...drafts, [name]: { seen: drafts[name]?.seen ?? value, text } };

/** With a draft that stays in spite of what was changed elsewhere, which has been seen now. */
export const keepDraft = (drafts: Drafts, { name, value }: Setting): Drafts => {
  const draft = drafts[name];
  return draft ? { ...drafts, [name]: { ...draft, seen: value } } : drafts;
};

/** The draft of a setting; undefined where there is none, or where somebody else saved the same. */
export function findDraft(drafts: Drafts, { name, value }: Setting): Draft | undefined {
  const draft = drafts[name];
  return draft && draft.text !== value ? draft : undefined;
}

/** The draft of a setting that would change it: a value that is only written in another way is saved already. */
export function findChange(drafts: Drafts, setting: Setting): Draft | undefined {
  const draft = findDraft(drafts, setting);
  return draft && asSaved(setting, draft.text) !== asSaved(setting, setting.value) ? draft : undefined;
}

/** Without the drafts that would change nothing, as where a save whose answer was lost was carried out; the same object where all would. */
export function dropSaved(drafts: Drafts, settings: readonly Setting[]): Drafts {
  const saved = settings.filter((setting) => drafts[setting.name] && !findChange(drafts, setting));
  return saved.reduce((left, { name }) => dropDraft(left, name), drafts);
}

/** Whether a setting was changed elsewhere since its draft was begun. */
export const isConflict = ({ value }: Setting, draft: Draft): boolean => draft.seen !== value;

/** Whether one of the drafts waits for somebody to choose. */
export const hasConflict = (drafts: Drafts, settings: readonly Setting[]): boolean =>
  settings.some((setting) => {
    const draft = findChange(drafts, setting);
    return draft !== undefined && isConflict(setting, draft);
  });

/** Why the server would refuse a text; undefined where it takes it. */
export function findProblem(
  { shape, value }: Setting,
  text: string,
  environment: 'test' | 'production',
): 'outside' | 'unaccepted' | undefined {
  if (checkSetting(shape, text) === undefined) return 'outside';
  const accepted = shape.kind === 'choice' ? shape.accepted : undefined;
  const isUnaccepted = environment === 'production' && text === accepted?.value && value !== text;
  return isUnaccepted ? 'unaccepted' : undefined;
}

/** A draft as it was sent. */
type Sent = { name: string; seen: string; value: string };

/** A text as the server writes it; of a form that the page does not know, the text itself. */
function asSaved({ shape }: Setting, text: string): string {
  const accepted = shape.kind === 'choice' ? shape.accepted : undefined;
  if (accepted && text === `${accepted.value}:${accepted.words}`) return accepted.value;
  const read = checkSetting(shape, text);
  return read === undefined ? text : formatSetting(read);
}

/** Whether somebody changed a setting again since it was saved as sent. */
function isOverwritten(saved: Setting, { seen, value }: Sent): boolean {
  const isKnown = !('form' in saved.shape) || Object.hasOwn(webForms, saved.shape.form);
  // The server may write a form that the page does not know in another way: there, only what was put back is told apart.
  return isKnown
    ? asSaved(saved, saved.value) !== asSaved(saved, value)
    : saved.value === seen && seen !== value;
}

/**
 * What is left of the drafts once some were sent and taken. What was typed while they were on their way stays. `saved` has the values of now: one
 * that somebody else has changed since is a conflict. Without it nothing was saved yet, as with a proposal.
 */
export function dropTaken(drafts: Drafts, taken: readonly Sent[], saved: readonly Setting[] = []): Drafts {
  const left = Object.entries(drafts).flatMap(([name, draft]): [string, Draft][] => {
    const sent = taken.find((one) => one.name === name);
    if (!sent) return [[name, draft]];
    const now = saved.find((one) => one.name === name);
    const isTheirs = now !== undefined && isOverwritten(now, sent);
    if (sent.value === draft.text && !isTheirs) return [];
    const seen = isTheirs ? sent.value : (now?.value ?? draft.seen);
    return [[name, { ...draft, seen }]];
  });
  return Object.fromEntries(left);
}

/** The drafts of some settings as they are sent. */
export const toChanges = (drafts: Drafts, settings: readonly Setting[]): Sent[] =>
  settings.flatMap((setting) => {
    const draft = findChange(drafts, setting);
    return draft ? [{ name: setting.name, seen: draft.seen, value: draft.text }] : [];
  });

/** Drafts of settings that decisions follow, to be tried before they are saved; none while one of them would be refused. */
export function findTried<One extends Setting & { danger?: string }>(
  drafts: Drafts,
  settings: readonly One[],
  environment: 'test' | 'production',
): { setting: One; text: string }[] {
  const found = settings.flatMap((setting) => {
    const draft = setting.danger === 'decision' ? findChange(drafts, setting) : undefined;
    return draft ? [{ setting, text: draft.text }] : [];
  });
  return found.some(({ setting, text }) => findProblem(setting, text, environment)) ? [] : found;
}
