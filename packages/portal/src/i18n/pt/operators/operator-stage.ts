import { peopleTexts } from './people-texts.ts';
import { queueTexts } from './queue-texts.ts';
import { tenantStateTexts } from './tenant-state-texts.ts';

/** The texts of the operators' pages about one tenant, people and queues, joined from one file for each. */
export const operatorStageTexts = {
  ...tenantStateTexts,
  ...peopleTexts,
  ...queueTexts,
};
