/** Whether a text is a code of an authenticator app as the contract takes it. */
export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text.trim());

/** Whether a text can be a person's name. */
export const isUserName = (text: string): boolean => {
  const { length } = text.trim();
  return length >= 3 && length <= 64;
};

/** Fewest characters of a password (ASVS 5.0, 6.2.1). */
export const MIN_PASSWORD = 15;
