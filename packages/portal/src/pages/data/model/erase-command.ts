import { commandLine } from '../../../commands/command-line.ts';

const FITS = /^[A-Za-z0-9._:/#-]{1,100}$/;

/** Whether a text may be the merchant's own name for a request; the server looks whether it names the person. */
export const isReference = (text: string): boolean => FITS.test(text);

/** The command that erases a person: the identity stands in a file, never on the command line. */
export const eraseCommand = (tenantId: string, kind: string, reference: string): string =>
  [
    ...['npx', 'titular', 'persons', 'erase', kind, '--tenant', tenantId],
    // A shell takes # for a comment at the beginning of a word.
    ...(isReference(reference) ? ['--reference', `'${reference}'`] : []),
    ...['<', 'identity.txt'],
  ].join(' ');

/** Withdraws an erasure that waits for a second person. */
export const withdrawErasureCommand = (tenantId: string, proposalId: string): string =>
  commandLine(['persons', 'withdraw-erasure', proposalId], tenantId);
