import type { ReferenceErrorCode } from '../../error-code-areas.ts';

/** Words of the codes of calls about reference faces. */
export const referenceErrorTexts = {
  '40080': 'A photograph cannot be read. Save it as a JPEG of up to 512 KiB.',
  '40081': 'A photograph does not show exactly one face.',
  '40082': 'The face in a photograph is not good enough. Send another one.',
  '40083': 'The photographs show different persons.',
  '40084': 'This identity already has a reference of other photographs.',
  '40085': 'The photographs differ from the face that a selfie enrolled. Find out who was enrolled.',
  '40086': 'This face is enrolled for another identity.',
  '40087': 'No further face can be enrolled. Ask the operator for more memory.',
  '40088': 'The face of this identity is disputed. Ask the operator to settle it.',
  '40413': 'There is no such reference here.',
  '40414': 'No such photograph is kept.',
} as const satisfies Record<ReferenceErrorCode, string>;
