export { completeCpf } from './check-digits.ts';
export { holderOf, type Identity, maskIdentity, parseIdentity } from './identity.ts';
export { identityHash } from './identity-hash.ts';
