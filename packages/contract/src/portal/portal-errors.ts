import type { ErrorEntry } from '../errors.ts';

/** The codes of the portal: signing in, sessions, roles and invitations. */
export const portalErrors = {
  '40053': {
    status: 400,
    message: 'An erasure of this person waits already.',
    happened:
      'It was proposed within the last 24 hours by somebody else or with another reference, and nobody approved it yet.',
    remedy: 'Approve that proposal, or withdraw it and propose anew.',
  },
  '40054': {
    status: 400,
    message: 'The identity is not that of the proposal.',
    happened: 'Whoever approves named another person than the proposal is about; nothing was erased.',
    remedy: 'Compare both with the request of the person. If the proposal is wrong, withdraw it.',
  },
  '40055': {
    status: 400,
    message: 'There is no file of this export.',
    happened:
      'It is still being written, it failed, or it ended as it may have held a person that was erased.',
    remedy: 'Look at its state in your exports; export the list again if it failed or ended.',
  },
  '40056': {
    status: 400,
    message: 'The transaction takes no verdict yet.',
    happened: 'A verdict stands beside a final status, and this one can still change.',
    remedy: 'Write a note, or give the verdict once the transaction has ended.',
  },
  '40057': {
    status: 400,
    message: 'The transaction has 100 notes and verdicts already.',
    happened: 'So many are kept of a transaction, withdrawn ones included.',
    remedy: 'Keep further words in your own system.',
  },
  '40058': {
    status: 400,
    message: 'The transaction has not ended.',
    happened: 'A case file tells of an end, and this transaction can still change.',
    remedy: 'Make the file once the transaction has ended.',
  },
  '40073': {
    status: 400,
    message: 'The password is too easy to guess.',
    happened: 'The password is shorter than 15 characters, or a known pattern or word makes it guessable.',
    remedy: 'Choose a longer one: four or five unrelated words are good.',
  },
  '40074': {
    status: 400,
    message: 'The last authenticator cannot be removed.',
    happened: 'Nothing would be left to sign in with.',
    remedy: 'Add another passkey or a password first.',
  },
  '40075': {
    status: 400,
    message: 'The one-time password does not match.',
    happened:
      'The code of the authenticator app was mistyped, was used already, or the clock of its device is off.',
    remedy: 'Type the code that is shown now, and set the clock of the device by the network.',
  },
  '40076': {
    status: 400,
    message: 'This name is taken.',
    happened: 'Another person of the deployment has this sign-in name.',
    remedy: 'Choose another name.',
  },
  '40077': {
    status: 400,
    message: 'The passkey could not be accepted.',
    happened: 'The ceremony was too late, was used already, or the authenticator did not verify its user.',
    remedy: 'Start again, and unlock the authenticator with its PIN, finger or face.',
  },
  '40078': {
    status: 400,
    message: 'This would leave nobody to manage the tenant, or is about yourself.',
    happened: 'The last admin would lose the role, or somebody would change their own role.',
    remedy: 'Make another person admin first, or ask another admin.',
  },
  '40079': {
    status: 400,
    message: 'A setting is outside its bounds.',
    happened: 'A value is not one that the setting takes, or there is no setting of that name.',
    remedy: 'Read the message, which says the bounds; nothing was changed.',
  },
  '40094': {
    status: 400,
    message: 'A service account of this name exists.',
    happened: 'The tenant has a service account of this name, on or off.',
    remedy: 'Choose another name, or give the one that exists new credentials.',
  },
  '40095': {
    status: 400,
    message: 'Two client secrets of the account are valid.',
    happened: 'An account has at most two valid client secrets: the one in use, and the one that takes over.',
    remedy: 'End one of them, then add the next.',
  },
  '40096': {
    status: 400,
    message: 'The public key was not registered.',
    happened:
      'It is no public key for the algorithm, is weak or private, or the account had a key of this id.',
    remedy: 'Read the message, which says why; a private key that was sent must be replaced.',
  },
  '40097': {
    status: 400,
    message: 'Four keys of the account are valid.',
    happened: 'In the portal an account gets at most four valid keys.',
    remedy: 'End one of them, then add the next.',
  },
  '40098': {
    status: 400,
    message: 'The newest signing key does not sign yet.',
    happened:
      'A new signing key signs six minutes after it was made, and in the portal it is followed only then.',
    remedy:
      'Rotate once the list of keys shows that it signs; the command `keys rotate-signing` rotates at once.',
  },
  '40099': {
    status: 400,
    message: 'The tenant takes no first admin.',
    happened:
      'In the portal an operator invites the first admin of a tenant that is on and never had a member.',
    remedy: 'Ask an admin of the tenant, or use the command `users invite` on the host.',
  },
  '40340': {
    status: 403,
    message: 'You are not signed in.',
    happened: 'There is no session, or it has ended.',
    remedy: 'Sign in.',
  },
  '40341': {
    status: 403,
    message: 'The session is locked.',
    happened: 'Nothing was done for a while.',
    remedy: 'Authenticate again to go on.',
  },
  '40342': {
    status: 403,
    message: 'Authenticate again before this act.',
    happened: 'The last authentication was more than 5 minutes ago.',
    remedy: 'Authenticate again, then repeat the act.',
  },
  '40343': {
    status: 403,
    message: 'Your role does not allow this.',
    happened: 'The permission is missing for the role in this tenant.',
    remedy: 'Ask an admin of the tenant.',
  },
  '40344': {
    status: 403,
    message: 'The request did not come from the portal.',
    happened: 'Origin, content type or the token of the session is missing or foreign.',
    remedy: 'Reload the page.',
  },
  '40345': {
    status: 403,
    message: 'Name and proof do not belong together.',
    happened: 'The name, password, code or passkey is not right, or the account is disabled.',
    remedy: 'Check what was entered, use another way to sign in, or ask an admin for a reset.',
  },
  '40346': {
    status: 403,
    message: 'This link is not valid.',
    happened: 'The link is unknown, was used, was replaced, or has expired.',
    remedy: 'Ask whoever sent it for a new one.',
  },
  '40347': {
    status: 403,
    message: 'Add an authenticator first.',
    happened: 'A recovery code opened this session.',
    remedy: 'Add a passkey or a password, then go on.',
  },
  '40348': {
    status: 403,
    message: 'Another person has to approve this.',
    happened:
      'You proposed it, or two accounts take part that do not count as two persons. Neither invited or reset the other, nor did one admin both. Whom an admin invited or reset, and who added a way to sign in, counts a day later.',
    remedy: 'Ask another admin, or an operator to invite or reset one by command.',
  },
  '40349': {
    status: 403,
    message: 'Erasing a person takes two people here.',
    happened: 'The setting two-person of the tenant is on.',
    remedy: 'Propose the erasure, and have another admin approve it within 24 hours.',
  },
  '40351': {
    status: 403,
    message: 'The portal does not take this setting back.',
    happened: 'The setting binds whoever would change it.',
    remedy: 'Have an operator of the deployment change it back, by command.',
  },
  '40352': {
    status: 403,
    message: 'No two admins of all companies count as two persons.',
    happened:
      'With the setting two-person on, nobody could approve what another proposes: one admin invited or reset all of them.',
    remedy: 'Have an operator invite or reset an admin of all companies, by command.',
  },
  '40353': {
    status: 403,
    message: 'Only its author or an admin withdraws a note.',
    happened: 'Somebody else wrote this note or gave this verdict.',
    remedy: 'Ask its author or an admin, or write a note of your own beside it.',
  },
  '40420': {
    status: 404,
    message: 'There is nothing here under this id.',
    happened: 'The id is unknown, or belongs to something you may not see.',
    remedy: 'Check the id, or search for the order number.',
  },
  '42905': {
    status: 429,
    message: 'Too many failed attempts.',
    happened: 'Several proofs for this account or from this address were wrong.',
    remedy: 'Wait as long as Retry-After says, or use a passkey.',
    retryAfterSeconds: 60,
  },
  '42906': {
    status: 429,
    message: 'The portal is busy.',
    happened:
      'Too many calls of the portal wait for the database, or one took more than two seconds. Settings are tried once at a time, and within ten.',
    remedy: 'Try again in a moment, or narrow the search.',
    retryAfterSeconds: 2,
  },
  '42907': {
    status: 429,
    message: 'One person has too many exports at once.',
    happened:
      'Each person has five files at most, of which one is being written. An approved file is its proposer’s.',
    remedy: 'End one of the exports, or wait until the one is written.',
    retryAfterSeconds: 60,
  },
  '42908': {
    status: 429,
    message: 'The tenant has too many exports at once.',
    happened: 'Three files of the tenant are being written for other people.',
    remedy: 'Wait until one of them is written.',
    retryAfterSeconds: 60,
  },
  '42909': {
    status: 429,
    message: 'This receiver rests, or your tenant examines too many at once.',
    happened:
      'An endpoint rests after an examination, while its deliveries fail, and when its receiver asks for it; a tenant has a limit.',
    remedy: 'Wait the seconds in Retry-After, then examine it again.',
    retryAfterSeconds: 60,
  },
  '42910': {
    status: 429,
    message: 'Notes rest while a release is rolled out.',
    happened: 'A node of the release before is still live; its erasures would leave notes behind.',
    remedy: 'Wait until every node runs this release, then write the note again.',
    retryAfterSeconds: 60,
  },
  '42911': {
    status: 429,
    message: 'Settings were tried too often, or with too many thresholds.',
    happened:
      'A tenant tries settings 30 times an hour, and a company 10 values of a threshold a day (UTC). Nobody shall read one decision off many answers.',
    remedy: 'Wait the seconds in Retry-After, or repeat a threshold of the same day.',
    retryAfterSeconds: 3600,
  },
} as const satisfies Record<string, ErrorEntry>;
