import type { IdentityKey } from './transactions.ts';

/** Whose data is to be erased. */
export type EraseIdentityRequest = {
  identity: {
    key: IdentityKey;
    /** Without punctuation, with valid check digits. */
    value: string;
  };
  /** Your own reference for the request, such as a ticket; it is part of the receipt. Never name the person. */
  reference?: string | undefined;
};

/** How many rows of each kind were deleted, or lost what they held of the person. */
export type ErasureCounts = {
  templates: number;
  pictures: number;
  /** Objects of an object store that held pictures, or were left over; deleted right after the erasure. */
  objects?: number;
  attempts: number;
  pageSessions: number;
  links: number;
  webhookAnswers: number;
  apiCalls: number;
  transactions: number;
  processes?: number;
  orderedCalls: number;
  /** Transactions made for another identity in which this one was stated: the statement was erased, order and captures stay for their time. */
  statements?: number;
  /** Transactions and processes kept unchanged by a legal hold. */
  held?: number;
};

/** What was erased, with a receipt (RFC 7515) that says the same and does not name the person. */
export type ErasureResponse = {
  id: string;
  erasedAt: string;
  reference?: string;
  counts: ErasureCounts;
  receipt: string;
};
