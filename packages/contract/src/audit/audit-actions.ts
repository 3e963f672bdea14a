/** Kinds of things that entries are about, as subjects begin: `transaction/<id>`. */
type SubjectKind =
  | 'act'
  | 'company'
  | 'erasure'
  | 'erasure-proposal'
  | 'export'
  | 'face-dispute'
  | 'invitation'
  | 'process'
  | 'provider'
  | 'reference'
  | 'reference-import'
  | 'role'
  | 'service-account'
  | 'signing-key'
  | 'tenant'
  | 'transaction'
  | 'user'
  | 'webhook-delivery'
  | 'webhook-endpoint'
  | 'webhook-event';

/** Subjects that there is one of, so that they have no id. */
type OnlySubject = 'deployment' | 'card-bins';

/** Whose log tells of an action, and what the action is done to; `any` is whatever a call of the portal is about. */
type ActionRow = {
  log: readonly ('tenant' | 'deployment')[];
  about: readonly (SubjectKind | OnlySubject | 'any')[];
};

/**
 * Every action of the audit log: whoever writes an entry names a row of this table, and words, filter and documentation have exactly its rows.
 * Entries of a row that is gone stay in the log, so that its name is never used for something else.
 */
export const AUDIT_ACTIONS = {
  'act.approve': { log: ['tenant'], about: ['act'] },
  'act.propose': { log: ['tenant'], about: ['act'] },
  'act.replace': { log: ['tenant'], about: ['act'] },
  'act.withdraw': { log: ['tenant'], about: ['act'] },
  'audit.export': { log: ['tenant', 'deployment'], about: ['tenant', 'deployment'] },
  'audit.separate': { log: ['deployment'], about: ['role'] },
  'authenticator.create': { log: ['deployment'], about: ['user'] },
  'authenticator.delete': { log: ['deployment'], about: ['user'] },
  'bins.import': { log: ['deployment'], about: ['card-bins'] },
  'captures.look': { log: ['tenant'], about: ['transaction', 'process'] },
  'company.create': { log: ['tenant'], about: ['company'] },
  'company.disable': { log: ['tenant'], about: ['company'] },
  'company.enable': { log: ['tenant'], about: ['company'] },
  'company.logo': { log: ['tenant'], about: ['company'] },
  'company.rename': { log: ['tenant'], about: ['company'] },
  'company.settings': { log: ['tenant'], about: ['company'] },
  'company.what-if': { log: ['tenant'], about: ['company'] },
  'deployment.accept-ledger': { log: ['deployment'], about: ['deployment'] },
  'export.begin': { log: ['tenant'], about: ['export'] },
  'export.end': { log: ['tenant'], about: ['export'] },
  'export.fail': { log: ['tenant'], about: ['export'] },
  'export.finish': { log: ['tenant'], about: ['export'] },
  'export.read': { log: ['tenant'], about: ['export'] },
  'face.dispute': { log: ['tenant'], about: ['face-dispute'] },
  'face.settle': { log: ['tenant'], about: ['face-dispute'] },
  'figures.rebuild': { log: ['tenant'], about: ['tenant'] },
  'hold.place': { log: ['tenant'], about: ['transaction'] },
  'hold.release': { log: ['tenant'], about: ['transaction'] },
  'jobs.retry': { log: ['deployment'], about: ['deployment'] },
  'key.create': { log: ['tenant'], about: ['service-account'] },
  'key.retire': { log: ['tenant'], about: ['service-account'] },
  'key.rotate': { log: ['tenant'], about: ['service-account'] },
  'master-key.forget': { log: ['deployment'], about: ['deployment'] },
  'master-key.prepare': { log: ['deployment'], about: ['deployment'] },
  'master-key.rotate': { log: ['deployment'], about: ['deployment'] },
  'match-threshold.choose': { log: ['tenant', 'deployment'], about: ['company', 'deployment'] },
  'operator.enter': { log: ['tenant'], about: ['tenant'] },
  'operator.leave': { log: ['tenant'], about: ['tenant'] },
  'operator.view': { log: ['tenant'], about: ['any'] },
  'person.approve-erasure': { log: ['tenant'], about: ['erasure-proposal'] },
  'person.ask-erasure': { log: ['tenant'], about: ['transaction', 'process'] },
  'person.end-erasure-proposal': { log: ['tenant'], about: ['erasure-proposal'] },
  'person.erase': { log: ['tenant'], about: ['erasure'] },
  'person.propose-erasure': { log: ['tenant'], about: ['erasure-proposal'] },
  'person.withdraw-erasure': { log: ['tenant'], about: ['erasure-proposal'] },
  'persons.find': { log: ['tenant'], about: ['tenant'] },
  'process.create': { log: ['tenant'], about: ['process'] },
  'process.renew-link': { log: ['tenant'], about: ['process'] },
  'processes.reveal': { log: ['tenant'], about: ['process'] },
  'receiver-access.end': { log: ['tenant'], about: ['webhook-endpoint'] },
  'receiver-link.create': { log: ['tenant'], about: ['webhook-endpoint'] },
  'receiver-link.open': { log: ['tenant'], about: ['webhook-endpoint'] },
  'recovery-codes.create': { log: ['deployment'], about: ['user'] },
  'reference.create': { log: ['tenant'], about: ['reference'] },
  'reference.delete': { log: ['tenant'], about: ['reference'] },
  'reference.import': { log: ['tenant'], about: ['reference-import'] },
  'reference.import-end': { log: ['tenant'], about: ['reference-import'] },
  'reference.keep-photographs': { log: ['tenant'], about: ['reference'] },
  'reference.look': { log: ['tenant'], about: ['reference'] },
  'reference.replace': { log: ['tenant'], about: ['reference'] },
  'sandbox.clear': { log: ['tenant'], about: ['tenant'] },
  'sandbox.fill': { log: ['tenant'], about: ['tenant'] },
  'sandbox.refusal': { log: ['tenant'], about: ['tenant'] },
  'sandbox.run': { log: ['tenant'], about: ['company'] },
  'sandbox.step': { log: ['tenant'], about: ['transaction'] },
  'secret.create': { log: ['tenant'], about: ['service-account'] },
  'secret.retire': { log: ['tenant'], about: ['service-account'] },
  'secret.rotate': { log: ['tenant'], about: ['service-account'] },
  'service-account.create': { log: ['tenant'], about: ['service-account'] },
  'service-account.disable': { log: ['tenant'], about: ['service-account'] },
  'service-account.enable': { log: ['tenant'], about: ['service-account'] },
  'service-account.settings': { log: ['tenant'], about: ['service-account'] },
  'session.end': { log: ['tenant', 'deployment'], about: ['user'] },
  'signing-key.rotate': { log: ['deployment'], about: ['signing-key'] },
  'tenant.create': { log: ['tenant'], about: ['tenant'] },
  'tenant.disable': { log: ['tenant'], about: ['tenant'] },
  'tenant.enable': { log: ['tenant'], about: ['tenant'] },
  'tenant.move-abort': { log: ['tenant'], about: ['tenant'] },
  'tenant.move-in': { log: ['tenant'], about: ['tenant'] },
  'tenant.move-out': { log: ['tenant'], about: ['tenant'] },
  'tenant.rename': { log: ['tenant'], about: ['tenant'] },
  'tenant.settings': { log: ['tenant'], about: ['tenant'] },
  'transaction.cancel': { log: ['tenant'], about: ['transaction'] },
  'transaction.create': { log: ['tenant'], about: ['transaction'] },
  'transaction.give-verdict': { log: ['tenant'], about: ['transaction'] },
  'transaction.make-case-file': { log: ['tenant'], about: ['transaction'] },
  'transaction.renew-link': { log: ['tenant'], about: ['transaction'] },
  'transaction.withdraw-note': { log: ['tenant'], about: ['transaction'] },
  'transaction.write-note': { log: ['tenant'], about: ['transaction'] },
  'transactions.reveal': { log: ['tenant'], about: ['transaction'] },
  'user.create': { log: ['tenant', 'deployment'], about: ['user'] },
  'user.disable': { log: ['tenant', 'deployment'], about: ['user'] },
  'user.enable': { log: ['tenant', 'deployment'], about: ['user'] },
  'user.invite': { log: ['tenant', 'deployment'], about: ['invitation'] },
  'user.recover': { log: ['tenant', 'deployment'], about: ['user'] },
  'user.refuse-sign-in': { log: ['deployment'], about: ['provider'] },
  'user.reset': { log: ['tenant', 'deployment'], about: ['user'] },
  'user.set': { log: ['tenant'], about: ['user'] },
  'user.sign-in': { log: ['deployment'], about: ['user'] },
  'user.withdraw': { log: ['tenant', 'deployment'], about: ['invitation'] },
  'webhook-delivery.resend': { log: ['tenant'], about: ['webhook-delivery'] },
  'webhook-endpoint.change': { log: ['tenant'], about: ['webhook-endpoint'] },
  'webhook-endpoint.create': { log: ['tenant'], about: ['webhook-endpoint'] },
  'webhook-endpoint.delete': { log: ['tenant'], about: ['webhook-endpoint'] },
  'webhook-endpoint.disable': { log: ['tenant'], about: ['webhook-endpoint'] },
  'webhook-endpoint.examine': { log: ['tenant'], about: ['webhook-endpoint'] },
  'webhook-endpoint.resend-failed': { log: ['tenant'], about: ['webhook-endpoint'] },
  'webhook-endpoint.rotate-secret': { log: ['tenant'], about: ['webhook-endpoint'] },
  'webhook-endpoint.test': { log: ['tenant'], about: ['webhook-endpoint'] },
  'webhook-event.resend': { log: ['tenant'], about: ['webhook-event'] },
  'webhook-event.trigger': { log: ['tenant'], about: ['company'] },
} as const satisfies Readonly<Record<string, ActionRow>>;

/** An action of the audit log: a row of the table. */
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** Whose log may tell of an action. */
export type AuditLogOf<Action extends AuditAction> = (typeof AUDIT_ACTIONS)[Action]['log'][number];

type KindOf<Action extends AuditAction> = (typeof AUDIT_ACTIONS)[Action]['about'][number];

/** How an entry names what an action was done to. */
export type AuditSubject<Action extends AuditAction> =
  | (KindOf<Action> & OnlySubject)
  | ('any' extends KindOf<Action> ? `${string}/${string}` : never)
  | `${KindOf<Action> & SubjectKind}/${string}`;

/** Every action, in the order of the table. */
export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as readonly AuditAction[];

/** Actions that the log of a tenant may have. */
export const TENANT_AUDIT_ACTIONS: readonly AuditAction[] = AUDIT_ACTION_NAMES.filter((action) =>
  AUDIT_ACTIONS[action].log.some((log) => log === 'tenant'),
);
