import type { NewLink, PictureView, Revealable, RevealedField, ViewPictureRequest } from '@titular/contract';
import { call } from '../../../service/call.ts';
import type { CaseSubject } from './case-model.ts';

const ofTransaction = ({ tenantId, id }: CaseSubject) => ({ tenant_id: tenantId, transaction_id: id });
const ofProcess = ({ tenantId, id }: CaseSubject) => ({ tenant_id: tenantId, process_id: id });

/** Makes a new link, which is shown this once. */
export const renewLink = (subject: CaseSubject): Promise<NewLink> =>
  subject.kind === 'transaction'
    ? call('renewTransactionLink', { params: ofTransaction(subject) })
    : call('renewProcessLinkByHand', { params: ofProcess(subject) });

/** Reads one masked field in clear; the look is written down before. */
export const revealField = (subject: CaseSubject, field: Revealable): Promise<RevealedField> =>
  subject.kind === 'transaction'
    ? call('revealTransactionField', { params: ofTransaction(subject), body: { field } })
    : call('revealProcessField', { params: ofProcess(subject), body: { field } });

/** Reads one picture; the look and its reason are written down before. */
export const viewPicture = (subject: CaseSubject, body: ViewPictureRequest): Promise<PictureView> =>
  subject.kind === 'transaction'
    ? call('viewTransactionPicture', { params: ofTransaction(subject), body })
    : call('viewProcessPicture', { params: ofProcess(subject), body });
