import type { ProcessId, TransactionId } from '../base/id.ts';

/** Kinds of what captures are made for. */
export type SubjectKind = 'transaction' | 'process';

/** Id of a transaction or a process; those of both kinds have nothing in common. */
export type SubjectId = TransactionId | ProcessId;

/** What a capture is made for: a transaction or a process. */
export type SubjectRef = { kind: 'transaction'; id: TransactionId } | { kind: 'process'; id: ProcessId };

/** Names a subject whose kind was told together with its id. */
export const toSubjectRef = (kind: SubjectKind, id: SubjectId): SubjectRef => ({ kind, id }) as SubjectRef;

type SubjectColumns = { subject_kind: SubjectKind; subject_id: SubjectId };

/** Columns that name a subject in a row. */
export const subjectColumns = ({ kind, id }: SubjectRef): SubjectColumns => ({
  subject_kind: kind,
  subject_id: id,
});

/** Subject that a row names. */
export const subjectOf = ({ subject_kind: kind, subject_id: id }: SubjectColumns): SubjectRef =>
  toSubjectRef(kind, id);
