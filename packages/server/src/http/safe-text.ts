const UNSAFE_TEXT = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\ufffd]/u;

/** Whether a text can be kept and shown as it is: well-formed, without control characters, line ends, unassigned or replacement characters. */
export const isSafeText = (text: string): boolean => text.isWellFormed() && !UNSAFE_TEXT.test(text);
