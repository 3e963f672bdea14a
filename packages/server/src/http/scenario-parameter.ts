import { SCENARIO_HEADER } from '@titular/contract';

/** The header by which a transaction or process follows a scenario, as the documentation shows it. */
export const scenarioParameter = (subject: 'transaction' | 'process') => ({
  name: SCENARIO_HEADER.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase()),
  description: `Lets the ${subject} follow a scenario of the sandbox, by its name in the catalogue (listScenarios). Only in the test environment; production refuses it with 40091.`,
  pattern: '^[a-z0-9-]{1,60}$',
});
