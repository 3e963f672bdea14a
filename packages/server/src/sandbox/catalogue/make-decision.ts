/** What is said everywhere of a step: that nobody decided anything. */
export const SANDBOX_REASON = 'sandbox_scenario';

/** A decision as it is kept; of no engine, on no picture, and with no threshold that anything was held against. */
export const makeDecision = (result: 'approved' | 'inconclusive', reasons: readonly string[]): object => ({
  result,
  reasons,
  enrol: false,
  engineVersion: 'sandbox',
  matchThreshold: 0,
  captures: [],
  consent: null,
});
