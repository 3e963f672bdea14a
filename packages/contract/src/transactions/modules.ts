/** Modules of companies: when the checks of a transaction are made. */
export const MODULES = ['post', 'pre', 'super-pre'] as const;
