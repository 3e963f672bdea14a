import type { Trial } from '../ephemeral-service/trial.ts';
import type { TrialReceiver } from './trial-receiver.ts';
import type { TrialShop } from './trial-shop.ts';

/** What running needs; `say` tells a person what is under way. */
export type RunScenarioDeps = { trial: Trial; stopping: AbortSignal; say(text: string): void };

/** What a scenario is driven on: a shop and its receiver, with what the merchant sees told. */
export type Stage = RunScenarioDeps & { shop: TrialShop; receiver: TrialReceiver; tell(what: string): void };
