export type { ScenarioEnd, ScenarioRow } from './catalogue/scenario.ts';
export { catalogue, findScenario, operationsOf, scenarios } from './catalogue/scenarios.ts';
export { clearFill, readFill, startFill } from './fill/start-fill.ts';
export { readExamination, startExamination } from './receiver-doctor/start-examination.ts';
export { stepTransaction } from './runs/step-transaction.ts';
