import { commands } from '@titular/cli/commands/commands.ts';
import { parseArguments } from '@titular/cli/frame/parse-arguments.ts';
import { describe, expect, test } from 'vitest';
import { transactionCommands, withdrawActCommand } from '../src/commands/case-commands.ts';
import {
  createEndpointCommand,
  endpointCommands,
  resendCommand,
  resendEventCommand,
} from '../src/commands/endpoint-commands.ts';
import { inviteCommand, memberCommands, withdrawInvitationCommand } from '../src/commands/team-commands.ts';
import { readWords } from './shell-words.ts';

const [TENANT, ID, COMPANY] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
const SINCE = '2026-11-20T10:00:00.000Z';
const URL = 'https://shop.example/hooks?a=1&b=2';
const endpoint = endpointCommands(TENANT, ID);
const member = memberCommands(TENANT, ID);
const transaction = transactionCommands(TENANT, ID);
const inTenant = { tenant: TENANT };
const some = { role: 'support', companies: [COMPANY, ID] };

/** Commands of the page, with what the command line is to read of each. */
const ROWS = [
  [
    createEndpointCommand(TENANT, COMPANY, {
      ...{ url: URL, description: "-Ana's shop", eventTypes: ['transaction.finished', 'endpoint.test'] },
    }),
    'webhooks create',
    [URL],
    {
      ...{ company: COMPANY, description: "-Ana's shop", events: 'transaction.finished,endpoint.test' },
      ...inTenant,
    },
  ],
  [
    createEndpointCommand(TENANT, COMPANY, { url: URL, eventTypes: [] }),
    'webhooks create',
    [URL],
    { events: 'all', ...inTenant },
  ],
  [
    endpoint.change({ url: URL, description: null, eventTypes: [] }),
    'webhooks change',
    [ID],
    { url: URL, description: '', events: 'all', ...inTenant },
  ],
  [endpoint.change({ url: URL }), 'webhooks change', [ID], { url: URL, ...inTenant }],
  [endpoint.switch(true), 'webhooks enable', [ID], inTenant],
  [endpoint.switch(false), 'webhooks disable', [ID], inTenant],
  [endpoint.delete(), 'webhooks delete', [ID], inTenant],
  [endpoint.rotate(604_800), 'webhooks rotate-secret', [ID], { overlap: '604800s', ...inTenant }],
  [endpoint.test(), 'webhooks test', [ID], inTenant],
  [endpoint.resendFailed(SINCE), 'webhooks resend-failed', [ID], { since: SINCE, ...inTenant }],
  [endpoint.receiverLink(), 'webhooks receiver-link', [ID], inTenant],
  [endpoint.endReceiver(COMPANY), 'webhooks end-receiver', [ID], { access: COMPANY, ...inTenant }],
  [resendCommand(TENANT, ID), 'webhooks resend', [ID], inTenant],
  [resendEventCommand(TENANT, ID), 'webhooks resend', [], { event: ID, ...inTenant }],
  [transaction.cancel(), 'transactions cancel', [ID], inTenant],
  [transaction.renewLink(), 'transactions renew-link', [ID], inTenant],
  [withdrawActCommand(TENANT, ID), 'acts withdraw', [ID], inTenant],
  [
    inviteCommand(TENANT, some, '-ana maria'),
    'users invite',
    ['-ana maria'],
    { role: 'support', companies: `${COMPANY},${ID}`, ...inTenant },
  ],
  [
    inviteCommand(TENANT, { role: 'admin', companies: 'all' }, ''),
    'users invite',
    [],
    { role: 'admin', companies: 'all', ...inTenant },
  ],
  [withdrawInvitationCommand(ID), 'users withdraw', [ID], {}],
  [member.change(some), 'users set', [ID], { role: 'support', companies: `${COMPANY},${ID}`, ...inTenant }],
  [member.switch(false), 'users set', [ID], { active: 'off', ...inTenant }],
  [member.switch(true), 'users set', [ID], { active: 'on', ...inTenant }],
  [member.reset(), 'users reset', [ID], {}],
  [member.endSessions(), 'sessions end', [ID], {}],
] as const;

describe('the commands that acts of the page offer', () => {
  test.each(ROWS)('%s is one, and says what the act does (F10)', (line, name, positionals, options) => {
    const [words = []] = readWords([line]);
    expect(words.slice(0, 4)).toEqual(['npx', 'titular', ...name.split(' ')]);
    const command = commands.find((one) => one.name === name);
    if (!command) throw new Error(`there is no ${name}`);
    const { args } = parseArguments(command, words.slice(4));
    expect(args.positionals).toEqual(positionals);
    expect(args.options).toMatchObject(options);
  });

  test('write what is shown once to a file, which no history of a shell has (F10, P43)', () => {
    const making = [
      ...[createEndpointCommand(TENANT, COMPANY, { url: URL }), endpoint.rotate(0), endpoint.receiverLink()],
      ...[transaction.renewLink(), inviteCommand(TENANT, some, 'ana'), member.reset()],
    ];
    expect(making.filter((line) => !line.includes(' --out .titular/'))).toEqual([]);
  });
});
