import type { CardAspect, PageLanguage } from '@titular/contract';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';

/** The holder of credentials and limits; rates in requests a second, concurrency in requests under way in one process. */
export type Tenant = {
  tenantId: TenantId;
  name: string;
  active: boolean;
  ratePerSecond: number;
  rateBurst: number;
  concurrencyLimit: number;
  /** Days after its last match for which an enrolled face is kept. */
  templateRetentionDays: number;
};

/** What a transaction names: who asks the person, and the rules of that business. */
export type Company = {
  tenantId: TenantId;
  companyId: CompanyId;
  name: string;
  active: boolean;
  module: 'post' | 'pre' | 'super-pre';
  templatePolicy: 'enrol' | 'require-reference';
  /** Largest Euclidean distance that counts as one person; undefined leaves it to the deployment. */
  matchThreshold: number | undefined;
  /** Checks at create that end a transaction; undefined means those of the module (decision/create-checks). */
  endingChecks: readonly string[] | undefined;
  /** Transactions of one identity, and of one card, that may ask a person within 24 h. */
  identityAttemptsPerDay: number;
  cardAttemptsPerDay: number;
  /** How long a card is remembered with the identity it came with. */
  cardMemoryDays: number;
  /** What becomes of a transaction on whose card another name is than those known for the identity. */
  cardName: 'ignore' | 'note' | 'require' | 'end';
  /** Days within which identities of a card and cards of an identity are counted, how many may be, and what more than that lead to. */
  linkDays: number;
  identitiesPerCard: number;
  manyIdentities: 'ignore' | 'note' | 'end';
  cardsPerIdentity: number;
  manyCards: 'ignore' | 'note' | 'end';
  /** The same of the identities of a face. */
  faceDays: number;
  identitiesPerFace: number;
  faceManyIdentities: 'ignore' | 'note' | 'end';
  /** The same of the identities of a device, which no page is told apart by where they are ignored. */
  deviceDays: number;
  identitiesPerDevice: number;
  deviceManyIdentities: 'ignore' | 'note' | 'end';
  /** What a face gets that is enrolled for another identity of the tenant. */
  faceOfAnotherIdentity: 'refuse' | 'approve';
  /** What the challenge of distance is good for: nothing, so that no page offers it, recognising who is enrolled, or enrolling. */
  distanceChallenge: 'never' | 'known' | 'enrol';
  /** How many movements a challenge has: as ever, or by what is known of person and tenant. */
  movements: 'fixed' | 'by-risk';
  /** Signs of attacks that are noted alone; undefined means those of the environment (decision/risk-signs). */
  notedSigns: readonly string[] | undefined;
  /** How many faces an identity may have, and the days after which the oldest gives way to one of an approved capture; 0 for never. */
  templatesPerIdentity: number;
  templateRenewalDays: number;
  /** What an identity gets all of whose faces were measured by another engine version. */
  outdatedTemplate: 'refuse' | 'enrol-anew';
  /** What is decided where no face can be enrolled or searched any more: inconclusive, or what the rest of the decision says. */
  fullGallery: 'refuse' | 'approve';
  /** What each answer of a service for card evidence is worth. */
  cardEvidence: Readonly<Record<CardAspect, 'ignore' | 'note' | 'end' | 'require'>>;
  /** What a transaction with the data of an open or approved one gets: a refusal, or the earlier one again. */
  replicaPolicy: 'refuse' | 'reuse';
  /** How often a reference process may be used: as often as wished within its hour, or by one transaction. */
  processReuse: 'many' | 'once';
  transactionExpirySeconds: number;
  /** Decimal text; undefined means no limit. */
  maximumValue: string | undefined;
  redirectHosts: readonly string[];
  appSchemes: readonly string[];
  webOrigins: readonly string[];
  /** Whether a page goes on whose link or session ran out of time: never, in the browser that held the session, or also by a link that nobody used. */
  linkRenewal: 'never' | 'same-browser' | 'unused';
  /** What the page calls the company; undefined means its name. */
  brandName: string | undefined;
  /** Accent of the page as #rrggbb; undefined means the page's own. */
  brandColour: string | undefined;
  /** The company's own words above the purpose, by language of the page. */
  introduction: Partial<Record<PageLanguage, string>>;
  /** How long a link of it stays unopened; 0 for as long as its transaction or process, undefined as the deployment says. */
  linkLifetimeSeconds: number | undefined;
  /** Who answers for the data of persons; undefined means the company by its name. */
  controllerName: string | undefined;
  /** Host at which it sells. */
  shopDomain: string | undefined;
  privacyUrl: string | undefined;
  termsUrl: string | undefined;
  supportUrl: string | undefined;
  supportEmail: string | undefined;
  /** E.164. */
  supportPhone: string | undefined;
  /** Days after the end for which pictures, and what else is known of the person, are kept. */
  captureRetentionDays: number;
  personRetentionDays: number;
  /** Whether a page on a device without touch offers the phone: in the list alone, beside the consent, or before it. */
  phoneFirst: 'off' | 'offer' | 'first';
  /** By what a page says that a step of the challenge is done, until the person chooses otherwise. */
  stepFeedback: 'off' | 'vibration' | 'sound' | 'both';
  /** Digest of the logo's picture, by which it is served. */
  logoSha256: string | undefined;
  /** A shop of a sandbox fill: it shares no process, face or member with other companies, and goes with the fill. */
  isShop: boolean;
};
