export { holdsDocumentNumber } from './document-number.ts';
export { holderOf, type Identity, maskIdentity, parseIdentity } from './identity.ts';
export { identityHash } from './identity-hash.ts';
