import { CARD_ANSWERS, type CardAspect } from '@titular/contract';
import { CARD_WEIGHTS } from '../decision/index.ts';
import { choice, defineSettings, type Setting, type SettingRow } from './setting.ts';

/** What each answer tells, and which words of it are good and bad. */
const PURPOSES: Readonly<Record<CardAspect, string>> = {
  card: 'whether the card can be used',
  name: "whether the name is that of the card's account",
  holder: 'whether the card belongs to the identity',
  authentication: 'how the authentication at the issuer (3-D Secure) ended',
};

const list = (words: readonly string[]): string => words.map((one) => `\`${one}\``).join(', ');

/** The weight of each answer of a service for card evidence; without such a service they have no effect. */
export const cardEvidenceSettings: readonly Setting[] = defineSettings(
  'card-evidence',
  (Object.keys(PURPOSES) as CardAspect[]).map((aspect): SettingRow => {
    const [good, ...others] = CARD_ANSWERS[aspect];
    return {
      name: `card-evidence-${aspect}`,
      column: `card_evidence_${aspect}`,
      shape: choice(...CARD_WEIGHTS),
      danger: 'decision',
      fallback: 'ignore',
      purpose: `Weight of what TITULAR_CARD_EVIDENCE_URL says about ${PURPOSES[aspect]}: \`${good}\`, or one of ${list(others)}. \`ignore\`: it has no effect. \`note\`: a bad answer is recorded. \`end\`: a bad answer ends the transaction without approval. \`require\`: anything but \`${good}\` does.`,
    };
  }),
);
