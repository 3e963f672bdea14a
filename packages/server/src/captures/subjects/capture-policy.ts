import type { Environment } from '../../config/config.ts';
import {
  type DecidingRules,
  type DecisionPolicy,
  type LinkReason,
  NOTED_BY_ENVIRONMENT,
} from '../../decision/index.ts';
import type { TemplateRules } from '../../faces/index.ts';
import type { Company } from '../../tenants/index.ts';

/** What the deployment lays down for every company; thresholds are Euclidean distances. */
export type DeploymentPolicy = {
  matchThreshold: number;
  samePersonThreshold: number;
  environment: Environment;
};

const endingLinksOf = (company: DecidingRules | undefined): LinkReason[] => [
  ...(company?.manyIdentities === 'end' ? (['card_of_many_identities'] as const) : []),
  ...(company?.manyCards === 'end' ? (['identity_of_many_cards'] as const) : []),
  ...(company?.faceManyIdentities === 'end' ? (['face_of_many_identities'] as const) : []),
  ...(company?.deviceManyIdentities === 'end' ? (['device_of_many_identities'] as const) : []),
];

/** The policy a company is decided by: its match threshold counts only where it is stricter than the deployment's (R65). */
export const policyOf = (
  company: DecidingRules | undefined,
  deployment: DeploymentPolicy,
): DecisionPolicy => ({
  templatePolicy: company?.templatePolicy ?? 'require-reference',
  matchThreshold: Math.min(company?.matchThreshold ?? deployment.matchThreshold, deployment.matchThreshold),
  samePersonThreshold: deployment.samePersonThreshold,
  faceOfAnotherIdentity: company?.faceOfAnotherIdentity ?? 'refuse',
  distanceChallenge: company?.distanceChallenge ?? 'known',
  notedSigns: company?.notedSigns ?? NOTED_BY_ENVIRONMENT[deployment.environment],
  outdatedTemplate: company?.outdatedTemplate ?? 'refuse',
  fullGallery: company?.fullGallery ?? 'refuse',
  cardName: company?.cardName ?? 'note',
  endingLinks: endingLinksOf(company),
});

/** The rules for the faces of an identity; a company that is gone changes none. */
export const templateRulesOf = (company: Company | undefined): TemplateRules => ({
  most: company?.templatesPerIdentity ?? 1,
  renewalDays: company?.templateRenewalDays ?? 0,
  ...(company?.isShop && { enrolsNobody: true }),
});
