import { createHash } from 'node:crypto';
import {
  type ChainFault,
  type ChainLink,
  type ChainState,
  chainedText,
  findChainFault,
} from '@titular/contract';

/** SHA-256 over all columns of an entry and the hash before it, as the database makes it when the entry is sealed. */
const hashLink = ({ previousHash, entry }: ChainLink): string | undefined =>
  entry && createHash('sha256').update(chainedText(previousHash, entry), 'utf8').digest('hex');

/** What is wrong with the link that follows a sound part of the chain; undefined when nothing is. */
export const findFault = (state: ChainState, link: ChainLink): ChainFault | undefined =>
  findChainFault(state, link, hashLink(link));
