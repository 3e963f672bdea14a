import { CASE_ACTS, type CaseAct, type Permission } from '@titular/contract';

/** What of a case decides which acts there are. */
export type ActFacts = {
  /** Its company is active, a capture is awaited, and the link is made here. */
  takesLink: boolean;
  /** Its status takes a cancellation. */
  isCancelable: boolean;
  hasPerson: boolean;
  hasPictures: boolean;
  hasReceipt: boolean;
  hasDeliveries: boolean;
  /** It holds a person, and is not full of notes. */
  takesNotes: boolean;
  /** The same, and it has ended. */
  takesVerdict: boolean;
  hasEnded: boolean;
};

/** Every act: the permission that it needs, and what of the case. */
const NEEDS: Readonly<Record<CaseAct, { permission: Permission; fact: keyof ActFacts }>> = {
  renew_link: { permission: 'transactions:act', fact: 'takesLink' },
  cancel: { permission: 'transactions:act', fact: 'isCancelable' },
  reveal: { permission: 'persons:reveal', fact: 'hasPerson' },
  view_pictures: { permission: 'pictures:view', fact: 'hasPictures' },
  read_evidence: { permission: 'evidence:read', fact: 'hasReceipt' },
  resend: { permission: 'deliveries:resend', fact: 'hasDeliveries' },
  write_note: { permission: 'notes:write', fact: 'takesNotes' },
  give_verdict: { permission: 'verdicts:give', fact: 'takesVerdict' },
  make_case_file: { permission: 'evidence:read', fact: 'hasEnded' },
};

/** The acts that both the case and the role allow. */
export const listActs = (facts: ActFacts, may: (permission: Permission) => boolean): CaseAct[] =>
  CASE_ACTS.filter((act) => facts[NEEDS[act].fact] && may(NEEDS[act].permission));
