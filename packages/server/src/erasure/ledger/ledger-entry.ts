import { createHash } from 'node:crypto';
import { sameDigest } from '../../kernel/base/secret.ts';
import type { LedgerAct } from '../../module.ts';

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

/** What a line can say. */
export type LedgerContent = LedgerHeader | LedgerEntry | LedgerAct;

/** What a line says, and the hash that the next one of its chain follows. */
export type LedgerLine = { content: LedgerContent; hash: Buffer };

/** What the first line is chained to. */
export const LEDGER_BEGINNING: Buffer = Buffer.alloc(32);

const hashOf = (previous: Buffer, text: string): Buffer =>
  createHash('sha256').update(previous).update(text, 'utf8').digest();

/** Whether a line tells of an act and not of an erasure. Acts have a chain of their own: releases that know none pass over them. */
export const isAct = (content: LedgerContent): content is LedgerAct => 'act' in content;

/** Writes a line that follows another of its chain. */
export function formatLine(previous: Buffer, content: LedgerContent): string {
  const hash = hashOf(previous, JSON.stringify(content)).toString('hex');
  // A line without `hash` is none to releases that know no acts.
  return `${JSON.stringify({ ...content, [isAct(content) ? 'chained' : 'hash']: hash })}\n`;
}

const HASH = /^[0-9a-f]{64}$/;

/** Reads a line; undefined for one that a crash cut off. */
export function parseLine(text: string): LedgerLine | undefined {
  try {
    const { hash, chained, ...content } = JSON.parse(text) as LedgerContent & {
      hash?: string;
      chained?: string;
    };
    const own = (isAct(content) ? chained : hash) ?? '';
    return HASH.test(own) ? { content, hash: Buffer.from(own, 'hex') } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a line is as it was written after the one before it. */
export const follows = (previous: Buffer, { content, hash }: LedgerLine): boolean =>
  sameDigest(hash, hashOf(previous, JSON.stringify(content)));
