import { type Decision, OF_ENROLMENT } from './decision.ts';

/** The decision of a company that enrols nobody, as a sandbox fill has them: it stands, and what it says of enrolment is taken out. */
export const withoutEnrolment = (decision: Decision): Decision => ({
  ...{ ...decision, enrol: false, mayRenew: false },
  reasons: [...decision.reasons.filter((reason) => !OF_ENROLMENT.includes(reason)), 'sandbox_scenario'],
});
