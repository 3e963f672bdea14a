import type { Command } from '../frame/command.ts';

/** Edits (insert, delete, replace, swap neighbours) that lead from one word to another: the optimal string alignment distance. */
function editsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, next];
  }
  return last[other.length] ?? 0;
}

/** One edit for every three letters: less finds no typing error, more finds other words. */
const toleranceOf = (word: string): number => Math.max(1, Math.floor(word.length / 3));

/** The known words that a mistyped one is nearest to, in their order; none where nothing is near. */
function findSimilar(typed: string, known: readonly string[]): string[] {
  const word = typed.toLowerCase();
  const rated = known.map((one) => ({ one, edits: editsBetween(word, one) }));
  const fewest = Math.min(...rated.map(({ edits }) => edits));
  if (fewest > toleranceOf(word)) return [];
  return rated.filter(({ edits }) => edits === fewest).map(({ one }) => one);
}

/** Options that stand without a command. */
const TOP_OPTIONS = ['--help', '--version', '-h', '-v'];

const askedFor = (words: readonly string[]): string =>
  words.length === 0 ? '' : ` Did you mean ${words.map((word) => JSON.stringify(word)).join(' or ')}?`;

/** The question behind a refusal, or nothing: ` Did you mean "settings show"?` */
export const didYouMean = (typed: string, known: readonly string[], prefix = ''): string =>
  askedFor(findSimilar(typed, known).map((one) => prefix + one));

/** Says which command is missing, which may have been meant, and where the others are; at most three lines. */
export function describeUnknown(
  words: readonly string[],
  commands: readonly Pick<Command, 'name'>[],
): string {
  const [group = '', verb] = words;
  if (group.startsWith('-'))
    return `Unknown option ${JSON.stringify(group)}.${didYouMean(group, TOP_OPTIONS)}\nSee npx titular --help.`;
  const names = [...commands.map(({ name }) => name), 'serve', 'help', 'version'];
  const verbs = names.filter((name) => name.startsWith(`${group} `));
  const isGroupKnown = verbs.length > 0;
  const typed = words.slice(0, 2).join(' ');
  const groups = [...new Set(names.map((name) => name.split(' ')[0] ?? ''))];
  const similarGroups = findSimilar(group, groups);
  const whole = names.filter((name) => similarGroups.some((one) => name === `${one} ${verb}`));
  const meant = [
    ...(isGroupKnown ? findSimilar(typed, verbs) : whole),
    ...(!isGroupKnown && whole.length === 0 ? findSimilar(typed, names) : []),
  ];
  return [
    `There is no command ${JSON.stringify(typed)}.${askedFor(meant.length > 0 || isGroupKnown ? meant : similarGroups)}`,
    ...(isGroupKnown ? [`${group} has: ${verbs.map((name) => name.split(' ')[1]).join(', ')}.`] : []),
    `See npx titular ${isGroupKnown ? `${group} ` : ''}--help.`,
  ].join('\n');
}
