import {
  lengthOf,
  MAX_USER_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_USER_NAME_LENGTH,
} from '@titular/contract/text-bounds';

/** Whether a text is a code of an authenticator app as the contract takes it. */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text.trim());

/** Whether a text can be a person's name. */
export const isUserName = (text: string): boolean => {
  const length = lengthOf(text.trim());
  return length >= MIN_USER_NAME_LENGTH && length <= MAX_USER_NAME_LENGTH;
};

/** Whether a text is too short for a password, by characters as the service counts them. */
export const isTooShortPassword = (text: string): boolean => lengthOf(text) < MIN_PASSWORD_LENGTH;
