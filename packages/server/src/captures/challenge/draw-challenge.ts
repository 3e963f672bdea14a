import type { ChallengeLength, ChallengeMovement, ChallengePose } from '@titular/contract';

/** A pose that is moved to; the face comes back to `front` after each. */
export type Move = Exclude<ChallengePose, 'front'>;

const TURNS: readonly Move[] = ['left', 'right'];
const NODS: readonly Move[] = ['up', 'down'];
const MOUTH: readonly Move[] = ['mouth'];
const DISTANCES: readonly Move[] = ['nearer', 'farther'];

/** How many moves of a challenge are among these. */
type Quota = { among: readonly Move[]; least: number; most?: number };

/**
 * What a movement draws from, how many moves, and which sequences are left out. Face points tell a solid head from a
 * sheet only while the head turns or nods. Every draw of head movements therefore has at least two of those.
 */
type DrawRules = {
  kinds: readonly Move[];
  lengths: Readonly<Record<ChallengeLength, readonly number[]>>;
  quotas: readonly Quota[];
};

/** Challenges that draw from fewer kinds are never shortened: three moves of them would be guessed too often. */
const ALWAYS_FOUR = { short: [4], usual: [4], long: [4] };

const RULES: Readonly<Record<ChallengeMovement, DrawRules>> = {
  turn: {
    kinds: [...TURNS, ...NODS, ...MOUTH],
    // Two moves have 12 sequences, of which a recording shows one in twelve: see decision 0030.
    lengths: { short: [3], usual: [3, 4], long: [4] },
    quotas: [
      { among: [...TURNS, ...NODS], least: 2 },
      { among: TURNS, least: 1 },
    ],
  },
  without_turns: { kinds: [...NODS, ...MOUTH], lengths: ALWAYS_FOUR, quotas: [{ among: NODS, least: 2 }] },
  without_nods: { kinds: [...TURNS, ...MOUTH], lengths: ALWAYS_FOUR, quotas: [{ among: TURNS, least: 2 }] },
  without_mouth: { kinds: [...TURNS, ...NODS], lengths: ALWAYS_FOUR, quotas: [{ among: TURNS, least: 1 }] },
  distance: {
    kinds: [...DISTANCES, ...MOUTH],
    lengths: ALWAYS_FOUR,
    quotas: [{ among: MOUTH, least: 1, most: 1 }],
  },
};

/** The moves that a movement draws from. */
export const kindsOf = (movement: ChallengeMovement): readonly Move[] => RULES[movement].kinds;

const sequencesOf = (kinds: readonly Move[], length: number): Move[][] =>
  length === 0
    ? [[]]
    : sequencesOf(kinds, length - 1).flatMap((moves) => kinds.map((kind) => [...moves, kind]));

const meets = (moves: readonly Move[], { among, least, most = moves.length }: Quota): boolean => {
  const count = moves.filter((move) => among.includes(move)).length;
  return count >= least && count <= most;
};

/** All sequences of moves that a movement may draw, at most 750. */
export function listSequences(movement: ChallengeMovement, length: ChallengeLength = 'usual'): Move[][] {
  const { kinds, lengths, quotas } = RULES[movement];
  return lengths[length]
    .flatMap((moves) => sequencesOf(kinds, moves))
    .filter((moves) => quotas.every((quota) => meets(moves, quota)));
}

/** Draws one of all allowed sequences, each as likely as any other, facing the camera before and after each move; `random` gives [0, 1). */
export function drawChallenge(
  random: () => number,
  movement: ChallengeMovement,
  length: ChallengeLength = 'usual',
): ChallengePose[] {
  const sequences = listSequences(movement, length);
  const drawn = sequences[Math.floor(random() * sequences.length)] ?? [];
  return ['front', ...drawn.flatMap((move): ChallengePose[] => [move, 'front'])];
}

/** The movement of an attempt that was begun before movements were kept with it: releases of that time knew two. */
export const movementOf = (poses: readonly ChallengePose[]): ChallengeMovement =>
  poses.some((pose) => pose === 'nearer' || pose === 'farther') ? 'distance' : 'turn';
