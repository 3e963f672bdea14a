import type { IdentityKey } from './transactions.ts';

/** Whose face it is, one to five photographs of it, and where they are from. */
export type CreateReferenceRequest = {
  identity: {
    key: IdentityKey;
    /** Without punctuation, with valid check digits. */
    value: string;
  };
  /** JPEGs of up to 512 KiB in base64, each with one face, all of one person. */
  photographs: string[];
  /** Where the photographs are from, such as `onboarding`. Never name the person. */
  source: string;
  /** Day on which they were taken, such as `2026-03-02`. */
  date: string;
  /** Your reference for the consent that covers this use. Never name the person. */
  consentReference: string;
  /** Deletes every face enrolled for the identity, and its reference, in favour of this one. */
  replace?: boolean | undefined;
  /** Accepts a face that is enrolled for another identity, such as that of a twin. */
  allowDuplicateFace?: boolean | undefined;
  /** Keeps the photographs, sealed, until the reference is deleted; they are measured and not kept otherwise. */
  keepPhotographs?: boolean | undefined;
};

/** A reference as it stands. */
export type ReferenceResponse = {
  id: string;
  source: string;
  date: string;
  consentReference: string;
  photographs: number;
  /** Photographs that are kept; 0 if nobody asked to keep them. */
  photographsKept: number;
  /** Enrolled faces of the photographs; those that look alike share one. */
  faces: number;
  /** Whether a selfie had enrolled a face before, and the reference showed the same person. */
  captureConfirmed: boolean;
  duplicateFaceAllowed: boolean;
  createdAt: string;
};

/** What was withdrawn. */
export type DeleteReferenceResponse = { id: string; deletedAt: string };
