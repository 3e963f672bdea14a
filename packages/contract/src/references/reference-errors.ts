import type { ErrorEntry } from '../errors.ts';

/** The codes about references. */
export const referenceErrors = {
  '40080': {
    status: 400,
    message: 'A photograph cannot be read.',
    happened:
      'A photograph is not a JPEG in base64, is damaged, is larger than 512 KiB or 9.2 megapixels, or is smaller than 64 pixels; the message names it.',
    remedy: 'Save the named photograph as a JPEG of up to 512 KiB and send all photographs again.',
  },
  '40081': {
    status: 400,
    message: 'A photograph does not show exactly one face.',
    happened: 'No face was found in a photograph, or more than one; the message names it.',
    remedy: 'Cut the named photograph so that one face from the front fills much of it, or leave it out.',
  },
  '40082': {
    status: 400,
    message: 'The face in a photograph is not good enough to compare with.',
    happened:
      'The face is too small, at the edge, turned away, too dark, too bright, blurred or covered; the message names the photograph and the problem.',
    remedy: 'Send another photograph of the person in place of the named one.',
  },
  '40083': {
    status: 400,
    message: 'The photographs show different persons.',
    happened: 'Two photographs differ more than two pictures of one person do; the message names them.',
    remedy: 'Compare the named photographs, and leave out the one that shows somebody else.',
  },
  '40084': {
    status: 400,
    message: 'The identity already has a reference of other photographs.',
    happened: 'Other photographs were sent for this identity before.',
    remedy: 'Send replace as true if the new photographs are to take the place of all enrolled faces.',
  },
  '40085': {
    status: 400,
    message: 'The reference differs from the face that a selfie enrolled for the identity.',
    happened:
      'A first selfie enrolled a face for this identity, and the photographs show another person: one of the two is not who they claim to be.',
    remedy:
      'Find out who was enrolled before you act. Send replace as true if the photographs are right: the enrolled face is then deleted.',
  },
  '40086': {
    status: 400,
    message: 'The face is enrolled for another identity.',
    happened: 'The face is, beyond doubt, that of another identity of the same kind and tenant.',
    remedy:
      'Compare both identities. Send allowDuplicateFace as true if they are two persons who look alike, such as twins.',
  },
  '40087': {
    status: 400,
    message: 'No further face can be enrolled.',
    happened: 'The tenant has as many faces of this kind as the deployment holds in memory.',
    remedy: 'Ask the operator to raise TITULAR_GALLERY_MEMORY_MB or TITULAR_GALLERY_LIMIT.',
  },
  '40088': {
    status: 400,
    message: 'The face of the identity is disputed.',
    happened:
      "The operator found that a face enrolled for this identity was another person's, and has not settled it.",
    remedy: 'Ask the operator to settle the dispute (titular faces settle), and send the reference again.',
  },
  '40413': {
    status: 404,
    message: 'Reference not found.',
    happened:
      'No reference of this tenant and environment has this id; it may have been withdrawn, replaced or erased.',
    remedy: 'Check the id and which environment the token is for.',
  },
  '40414': {
    status: 404,
    message: 'No such photograph is kept.',
    happened:
      'The reference has no photograph in this place, or its photographs were not kept because the request did not ask for it.',
    remedy:
      'Read the reference to see how many photographs are kept; to keep them, send the same request again with keepPhotographs as true.',
  },
} as const satisfies Record<string, ErrorEntry>;
