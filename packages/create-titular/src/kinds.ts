/**
 * What can be made: what it is in a line, a sentence about what to do before it starts, and the commands that start it, which follow
 * `npm install`. Each is a command in every shell: a comment is one in some of them alone.
 */
export type Kind = { name: string; what: string; before: string; commands: readonly string[] };

/** The kinds of projects, in the order in which they are offered. */
export const KINDS: readonly Kind[] = [
  {
    name: 'shop',
    what: 'a checkout with its back end and webhook receiver',
    before: '',
    commands: ['npm start -- --data <data directory of your service>'],
  },
  {
    name: 'receiver',
    what: 'a webhook receiver that verifies signatures',
    before: 'Put the secret of your webhook endpoint into its .env. ',
    commands: ['npm start'],
  },
];

/** Finds a kind by its name, or by its number in the list, as it was typed. */
export const findKind = (typed: string): Kind | undefined =>
  KINDS.find(({ name }, at) => [name, String(at + 1)].includes(typed.trim().toLowerCase()));
