import { decisionReasons } from '@titular/server/decision/decision.ts';

/** docs/decision.md: the reasons a decision may carry, and what it rests on. */
export const decisionPage = (): string => `# The decision

Generated from \`packages/server/src/decision/decision.ts\` by \`npm run generate\`.

A transaction is **approved** when the person made the head turns the server asked for, in order, as one person over all kept
frames, and the face is the one enrolled for the identity (or becomes it, where the company's policy is \`enrol\`). Everything else
is **inconclusive**. Faces are compared by the Euclidean distance of their descriptors; the largest distance that counts as the
same person is \`TITULAR_MATCH_THRESHOLD\`. Error rates of this threshold on your own population: **not measured**.

Each decision is kept with its reasons, the threshold, the distance and the engine version. Scores never leave the server.

| Reason | Meaning |
| --- | --- |
${Object.entries(decisionReasons)
  .map(([reason, meaning]) => `| \`${reason}\` | ${meaning} |`)
  .join('\n')}
`;
