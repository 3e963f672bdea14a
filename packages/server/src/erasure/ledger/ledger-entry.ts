import { createHash } from 'node:crypto';
import { sameDigest } from '../../kernel/base/secret.ts';

/** The first line of a ledger: erasures from this instant on are in it. Its hash is the id of the ledger, unique by the nonce. */
export type LedgerHeader = { ledger: 1; nonce: string; since: string };

/** An erasure as the ledger keeps it: the keyed hash of the identity, what a legal hold kept, and the receipt that was given. */
export type LedgerEntry = {
  erasure: string;
  tenant: string;
  at: string;
  identity: string;
  held: string[];
  receipt: string;
};

/** What a line says, and the hash that the next one is chained to. */
export type LedgerLine = { content: LedgerHeader | LedgerEntry; hash: Buffer };

/** What the first line is chained to. */
export const LEDGER_BEGINNING: Buffer = Buffer.alloc(32);

const hashOf = (previous: Buffer, text: string): Buffer =>
  createHash('sha256').update(previous).update(text, 'utf8').digest();

/** Writes a line that follows another. */
export function formatLine(previous: Buffer, content: LedgerHeader | LedgerEntry): string {
  const hash = hashOf(previous, JSON.stringify(content)).toString('hex');
  return `${JSON.stringify({ ...content, hash })}\n`;
}

const HASH = /^[0-9a-f]{64}$/;

/** Reads a line; undefined for one that a crash cut off. */
export function parseLine(text: string): LedgerLine | undefined {
  try {
    const { hash, ...content } = JSON.parse(text) as (LedgerHeader | LedgerEntry) & { hash: string };
    return HASH.test(hash) ? { content, hash: Buffer.from(hash, 'hex') } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a line is as it was written after the one before it. */
export const follows = (previous: Buffer, { content, hash }: LedgerLine): boolean =>
  sameDigest(hash, hashOf(previous, JSON.stringify(content)));
