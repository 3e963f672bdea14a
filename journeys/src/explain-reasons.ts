import { ATTACK_SIGNALS } from '@titular/server/decision/attack-signals.ts';
import { type DecisionReason, decisionReasons, reasonMeaning } from '@titular/server/decision/decision.ts';

/** Why a transaction ended as it did, in words, and what can be done about it where something can. */
export type Explanation = {
  reasons: { reason: string; meaning: string }[];
  advice: string | undefined;
};

const isKnown = (reason: string): reason is DecisionReason =>
  reason in decisionReasons || (ATTACK_SIGNALS as readonly string[]).includes(reason);

const playAgain = (camera: string | undefined): string =>
  `These pictures were shown to an earlier transaction, and a recording that is played again proves nobody.
To play the same person in another session, sitting a little elsewhere in other light:

  npm run demo -- --camera ${camera ?? 'FILE'} --another-take`;

const ADVICE: Readonly<Partial<Record<string, typeof playAgain>>> = {
  frames_seen_before: playAgain,
  frames_like_before: playAgain,
};

/** Puts the coded reasons of a decision into words; `camera` is the recording that was played, if one was. */
export function explainReasons(reasons: readonly string[], camera: string | undefined): Explanation {
  const advised = reasons.find((reason) => ADVICE[reason]);
  return {
    reasons: reasons.map((reason) => ({
      reason,
      meaning: isKnown(reason) ? reasonMeaning(reason) : 'See the finding of that name in docs/decision.md.',
    })),
    advice: advised && ADVICE[advised]?.(camera),
  };
}
