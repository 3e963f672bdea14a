import type { Command } from '@titular/cli/frame/command.ts';
import { parseArguments } from '@titular/cli/frame/parse-arguments.ts';
import { describe, expect, test } from 'vitest';

const COMMAND: Pick<Command, 'positionals' | 'options'> = {
  positionals: ['account', 'key'],
  options: { tenant: { text: 'Its tenant.', value: 'id' }, force: { text: 'At once.' } },
};

/** Ids of keys as they come: one in 64 begins with a hyphen, one in 4096 with two. */
const THUMBPRINTS = [
  'VaJ2cWkqXb0_0yZ3rO7m1vYwq8Tt5uQeLsDfGh-JkA4',
  '-VJ2cWkqXb0_0yZ3rO7m1vYwq8Tt5uQeLsDfGh-JkA4',
  '--J2cWkqXb0_0yZ3rO7m1vYwq8Tt5uQeLsDfGh-JkA4',
  '-----------------------------------------A4',
];

describe('ids of keys on a command line', () => {
  test.each(THUMBPRINTS)('%s is the id that it is, as a word and as the value of an option', (id) => {
    expect(id).toHaveLength(43);
    const { args } = parseArguments(COMMAND as Command, ['shop', id, '--tenant', id, '--force']);
    expect(args.positionals).toEqual(['shop', id]);
    expect(args.options).toEqual({ tenant: id });
    expect(args.switches).toEqual(new Set(['force']));
  });

  test('an option that is misspelt is still refused', () => {
    for (const word of ['-V', '--tenat', '-x-y'])
      expect(() => parseArguments(COMMAND as Command, ['shop', 'key', word])).toThrow(/Unknown option/);
  });
});
