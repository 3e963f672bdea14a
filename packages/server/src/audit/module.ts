import type { Module } from '../kernel/module.ts';

/** The log of what operators and accounts did, and its hash chain. */
export const createAudit = (): Module => ({ tables: { audit_log: 'deployment', audit_chain: 'deployment' } });
