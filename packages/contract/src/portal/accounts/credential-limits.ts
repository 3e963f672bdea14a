/** Valid keys that an account may have at once where the portal adds one. */
export const MAX_VALID_KEYS = 4;
/** Valid client secrets that an account may have at once: the one in use and the one that takes over. */
export const MAX_VALID_SECRETS = 2;
