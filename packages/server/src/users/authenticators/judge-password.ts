import { lengthOf, MIN_PASSWORD_LENGTH } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import { once } from '../../kernel/caches/once.ts';

/** The score of zxcvbn, of 0 to 4, that a password needs: as many guesses as follow. */
const NEEDED_SCORE = 3;
const NEEDED_GUESSES = 1e8;
/** Characters that are judged: finding patterns takes longer and longer, and what is strong so far stays strong. */
const JUDGED_CHARACTERS = 64;

/** Words of the house that say nothing to a guesser who knows where the password is for. */
const HOUSE_WORDS = ['titular', 'portal', 'password', 'senha', 'biometria', 'identidade'];

/** Each part of a password with the guesses that it takes. */
type Verdict = { score: number; sequence: readonly object[] };
type Judge = { check(password: string, words?: (string | number)[]): Verdict };

/** Loads the lists at their first use: the service has no need of them before a password is set. */
const loadJudge = once(async (): Promise<Judge> => {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary: common.dictionary,
    graphs: common.adjacencyGraphs,
    maxLength: JUDGED_CHARACTERS,
  });
});

/** Parts of names and hosts, of at least three characters. */
const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);

const guessesOf = (part: object): number => Number((part as { guesses?: number }).guesses ?? 1);

/** The score alone counts three words that anybody would try as strong, because they are three; their guesses together tell. */
const isStrong = ({ score, sequence }: Verdict): boolean =>
  score >= NEEDED_SCORE && sequence.reduce((all, part) => all * guessesOf(part), 1) >= NEEDED_GUESSES;

/**
 * Refuses with 40073 a password that is short, or that patterns, lists and the words about its holder make guessable. Nothing is cut and
 * nothing normalised, and no kind of character is asked for.
 */
export async function requireStrongPassword(password: string, about: readonly string[]): Promise<void> {
  const words = [...HOUSE_WORDS, ...about, ...about.flatMap(partsOf)];
  const isLong = lengthOf(password) >= MIN_PASSWORD_LENGTH;
  if (!isLong || !isStrong((await loadJudge()).check(password, words))) throw new Refusal('40073');
}
