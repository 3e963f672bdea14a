export * from './errors.ts';
export * from './events.ts';
export * from './literals.ts';
export * from './page.ts';
export * from './token-refusals.ts';
export * from './tokens.ts';
export * from './transaction-search.ts';
export * from './transactions.ts';
