import { CHALLENGE_MOVEMENTS, type ChallengeMovement } from '@titular/contract';
import type { Company } from '../../tenants/index.ts';

/** The movements that a page may offer: all, but for the one by distance where the company does not want it. */
export const offeredMovements = (company: Company | undefined): ChallengeMovement[] =>
  CHALLENGE_MOVEMENTS.filter((movement) => movement !== 'distance' || company?.distanceChallenge !== 'never');
