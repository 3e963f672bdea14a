/** Shortest password that is set (ASVS 5.0, 6.2.1). */
export const MIN_PASSWORD_LENGTH = 15;
/** Longest password. */
export const MAX_PASSWORD_LENGTH = 256;
/** Shortest name of a person. */
export const MIN_USER_NAME_LENGTH = 3;
/** Longest name of a person. */
export const MAX_USER_NAME_LENGTH = 64;
/** Longest code that is copied: of an invitation, a receiver's link or a recovery. */
export const MAX_CODE_LENGTH = 64;
/** Shortest reason for which pictures are viewed or a tenant is entered. */
export const MIN_REASON_LENGTH = 3;
/** Longest reason. */
export const MAX_REASON_LENGTH = 200;
/** Longest public key of a service account. */
export const MAX_PUBLIC_KEY_LENGTH = 8_192;
/** Longest value of a setting. */
export const MAX_SETTING_LENGTH = 4_096;
/** Longest URL of a webhook endpoint. */
export const MAX_ENDPOINT_URL_LENGTH = 2_048;
/** Longest description of a webhook endpoint. */
export const MAX_ENDPOINT_DESCRIPTION_LENGTH = 200;
/** Longest order number. */
export const MAX_ORDER_NUMBER_LENGTH = 100;
/** Longest name of a tenant or company. */
export const MAX_TENANT_NAME_LENGTH = 120;
/** Longest text of the search box. */
export const MAX_FIND_LENGTH = 200;
/** Longest word by which the audit log is narrowed. */
export const MAX_AUDIT_WORD_LENGTH = 200;

/** Characters of a text as schemas count them: code points. */
export const lengthOf = (text: string): number => [...text].length;
