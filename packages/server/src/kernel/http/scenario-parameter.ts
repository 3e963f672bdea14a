import { SCENARIO_HEADER } from '@titular/contract';

const EFFECTS = {
  transaction: 'Lets the transaction follow a scenario of the sandbox, or the call be refused by one',
  process: 'Lets the process follow a scenario of the sandbox, or the call be refused by one',
  call: 'Lets the call be refused by a scenario of the sandbox',
} as const;

/** The header by which a scenario is chosen, as the documentation of an operation shows it. */
export const scenarioParameter = (subject: keyof typeof EFFECTS) => ({
  name: SCENARIO_HEADER.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase()),
  description: `${EFFECTS[subject]}, by its name in the catalogue (listScenarios). Only in the test environment; production refuses it with 40091.`,
  pattern: '^[a-z0-9-]{1,60}$',
});
