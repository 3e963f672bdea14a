/** Rates of false matches for which expectations are shown, as nobody has measured that of this deployment. */
export const ASSUMED_FMRS: readonly number[] = [1e-6, 1e-7, 1e-8];

/** The probability that an honest newcomer is taken for another identity among so many faces: 1 - (1 - FMR)^N. */
export const falseOtherIdentity = (faces: number, fmr: number): number =>
  -Math.expm1(faces * Math.log1p(-fmr));
