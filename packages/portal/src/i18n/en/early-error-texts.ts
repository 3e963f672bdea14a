import type { EarlyErrorCode } from '../error-code-areas.ts';

/** Words of the codes that can come before anybody has signed in. */
export const earlyErrorTexts = {
  '40001': 'The server could not read what this page sent. Reload the page and try again.',
  '40002': 'Something in the form is missing or not in the right form. Check it and send it again.',
  '40066': 'The identity provider cannot be used now. Try again in a minute, or sign in another way.',
  '40067': 'This identity is linked to another account, or your account to another identity.',
  '40073':
    'This password is too easy to guess. Use at least 15 characters: four or five unrelated words are good.',
  '40075':
    'The 6-digit code does not match. Type the one your app shows now; if it keeps failing, set your phone to network time.',
  '40076': 'Somebody already uses this name. Choose another one.',
  '40077': 'The passkey was not accepted. Start again, and unlock it with your PIN, finger or face.',
  '40340': 'You are not signed in. Sign in to go on.',
  '40341': 'The page is locked because nothing was done for a while. Unlock it to go on.',
  '40342': 'Please confirm that it is you, then the action goes on.',
  '40344': 'The server did not recognize this page. Reload it and try again.',
  '40345':
    'The sign-in was not accepted. Check what you typed, sign in another way, or ask an admin to reset your access.',
  '40346': 'This link was used, replaced or has expired. Ask whoever sent it for a new one.',
  '40347': 'Add a passkey or a password first. You signed in with a recovery code.',
  '40370': 'That sign-in was refused, too late, or began in another browser. Begin again here.',
  '40371':
    'No account is linked to this identity. Sign in another way and link it, or ask for an invitation.',
  '40372': 'The identity provider opens no account of an operator. Use a passkey, or a password and code.',
  '42905': 'Too many failed attempts. Wait a few minutes, or use a passkey.',
  '42906': 'The portal is busy. Try again in a moment, or search for something narrower.',
  '50001': 'Something went wrong on our side. See whether your change is there before you try again.',
} satisfies Record<EarlyErrorCode, string>;
