import { readFile } from 'node:fs/promises';
import { commands } from '@titular/cli/commands/commands.ts';
import { parseArguments } from '@titular/cli/frame/parse-arguments.ts';
import type { WaitingAct } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import {
  createTransactionCommand,
  renewProcessLinkCommand,
  transactionCommands,
  withdrawActCommand,
} from '../src/commands/case-commands.ts';
import { createCompanyCommand, createTenantCommand } from '../src/commands/deployment-commands.ts';
import {
  createEndpointCommand,
  endpointCommands,
  resendCommand,
  resendEventCommand,
} from '../src/commands/endpoint-commands.ts';
import {
  endSessionCommand,
  inviteCommand,
  memberCommands,
  withdrawInvitationCommand,
} from '../src/commands/team-commands.ts';
import { auditCommand, auditExportCommand } from '../src/pages/audit/model/audit-command.ts';
import { approveActCommand } from '../src/pages/data/acts/act-command.ts';
import { eraseCommand, withdrawErasureCommand } from '../src/pages/data/model/erase-command.ts';
import { endExportCommand, transactionExportCommand } from '../src/pages/exports/model/export-command.ts';
import { settingsCommand } from '../src/pages/settings/model/setting-command.ts';
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
  [endSessionCommand(ID, COMPANY), 'sessions end', [ID], { session: COMPANY }],
  [createTenantCommand("-Ana's"), 'tenants create', ["-Ana's"], {}],
  [createTenantCommand('Loja do Sol'), 'tenants create', ['Loja do Sol'], {}],
  [createCompanyCommand(TENANT, '--all'), 'companies create', ['--all'], inTenant],
  [endExportCommand(TENANT, ID), 'exports end', [ID], inTenant],
  [
    transactionExportCommand(TENANT, {}, true),
    'transactions export',
    [],
    { out: 'persons.csv', ...inTenant },
  ],
  [
    transactionExportCommand(
      TENANT,
      {
        ...{
          status: ['approved', 'waiting'],
          company: COMPANY,
          module: 'super-pre',
          reason: 'face_mismatch',
        },
        ...{ identityChanged: false, createdFrom: SINCE, createdBefore: SINCE },
      },
      false,
    ),
    'transactions export',
    [],
    {
      ...{ status: 'approved,waiting', company: COMPANY, module: 'super-pre', reason: 'face_mismatch' },
      ...{ 'identity-changed': 'no', since: SINCE, until: SINCE, out: 'transactions.csv', ...inTenant },
    },
  ],
  [
    auditExportCommand({ action: 'export.begin', from: SINCE, before: SINCE }, TENANT),
    'audit export',
    [],
    { action: 'export.begin', since: SINCE, until: SINCE, out: 'audit-log.csv', ...inTenant },
  ],
  [withdrawErasureCommand(TENANT, ID), 'persons withdraw-erasure', [ID], inTenant],
  [auditCommand({}, undefined), 'audit list', [], { limit: '1000' }],
  [
    auditCommand({ actor: `user:${ID}`, subject: `company/${ID}`, from: SINCE, before: SINCE }, TENANT),
    'audit list',
    [],
    { actor: `user:${ID}`, subject: `company/${ID}`, since: SINCE, until: SINCE, ...inTenant },
  ],
  [
    settingsCommand({ tenantId: TENANT, companyId: COMPANY }, [
      { name: 'brand-name', value: "Ana's & Co" },
      { name: 'web-origins', value: '' },
    ]),
    'settings set',
    ["brand-name=Ana's & Co", 'web-origins='],
    { company: COMPANY, ...inTenant },
  ],
] as const;

/** Reads a line as the shell and then the command line do. */
function parse(line: string): { name: string; positionals: readonly string[]; options: object } {
  const [words = []] = readWords([line]);
  expect(words.slice(0, 2)).toEqual(['npx', 'titular']);
  const name = words.slice(2, 4).join(' ');
  const command = commands.find((one) => one.name === name);
  if (!command) throw new Error(`there is no ${name}`);
  const { positionals, options } = parseArguments(command, words.slice(4)).args;
  return { name, positionals, options };
}

/** Paths of the API's operations that a POST calls, by name. */
async function readOperations(): Promise<Map<string, string>> {
  const file = new globalThis.URL('../../../docs/openapi.json', import.meta.url);
  const { paths }: { paths: Record<string, Record<string, { operationId: string }>> } = JSON.parse(
    await readFile(file, 'utf8'),
  );
  return new Map(
    Object.entries(paths).flatMap(([path, { post }]) => (post ? [[post.operationId, path]] : [])),
  );
}

/** What is proposed, for each kind of act. */
const proposedBy = { name: 'Ana' };
const waits = { id: ID, proposedBy, proposedAt: SINCE, expiresAt: SINCE, isOwn: false };
const settingsAct = {
  ...{ ...waits, kind: 'settings', company: { id: COMPANY, name: 'Loja' }, forms: [] },
  changes: [{ name: 'match-threshold', seen: '0.5', value: '0.6' }],
} as unknown as WaitingAct;
const memberAct = {
  ...{ ...waits, kind: 'member', member: { id: COMPANY, name: 'Bia' }, isAboutYou: false },
  ...{ seen: { role: 'viewer', companies: 'all', isActive: true } },
  next: { role: 'reviewer', companies: [COMPANY], isActive: false },
} as unknown as WaitingAct;

/** Commands that approve, each with what its first half does. */
const APPROVALS = [
  [
    approveActCommand(TENANT, settingsAct),
    {
      ...{ name: 'settings set', positionals: ['match-threshold=0.6'] },
      options: { company: COMPANY, ...inTenant },
    },
  ],
  [
    approveActCommand(TENANT, memberAct),
    {
      ...{ name: 'users set', positionals: [COMPANY] },
      options: { role: 'reviewer', companies: COMPANY, active: 'off', ...inTenant },
    },
  ],
] as const;

describe('the commands that acts of the page offer', () => {
  test.each(ROWS)('%s is one, and says what the act does (F10)', (line, name, positionals, options) => {
    expect(parse(line)).toMatchObject({ name, positionals, options });
  });

  test.each(APPROVALS)('%s does what waits, then takes the proposal away (F10, P36)', (line = '', does) => {
    const [first = '', second = '', ...more] = line.split(' && \\\n  ');
    expect(parse(first)).toEqual(does);
    expect(parse(second)).toEqual({ name: 'acts withdraw', positionals: [ID], options: inTenant });
    expect(more).toEqual([]);
  });

  test('are none where no command does what waits: a file with persons', () => {
    const fileAct = { ...waits, kind: 'export', filters: {}, columns: [] } as unknown as WaitingAct;
    expect(approveActCommand(TENANT, fileAct)).toBeUndefined();
  });

  test('have the identity of who is erased in a file, never in their words', () => {
    const [line, file, ...more] = eraseCommand(TENANT, 'cpf', '#4711').split(' < ');
    expect([file, more]).toEqual(['identity.txt', []]);
    expect(parse(line ?? '')).toEqual({
      ...{ name: 'persons erase', positionals: ['cpf'] },
      options: { reference: '#4711', ...inTenant },
    });
  });

  test('call operations of the API where no command does the same, with the token in no words (F10)', async () => {
    const api = 'https://api.example';
    const operations = await readOperations();
    for (const [line, operation, sent] of [
      [createTransactionCommand(api, ID), 'createTransaction', ['--data', '@transaction.json']],
      [renewProcessLinkCommand(api, ID), 'renewProcessLink', ['--request', 'POST']],
    ] as const) {
      const [head, call = '', ...more] = line.split(' | \\\n  ');
      expect([head, more]).toEqual([`printf 'header = "Authorization: Bearer %s"' "$ACCESS_TOKEN"`, []]);
      const path = operations.get(operation)?.replace('{process_id}', ID);
      const [words = []] = readWords([call]);
      expect([words[0], words.at(-1)]).toEqual(['curl', api + path]);
      expect(words).toEqual(expect.arrayContaining([...sent, '--output']));
    }
  });

  test('write what is shown once to a file, which no history of a shell has (F10, P43)', () => {
    const making = [
      ...[createEndpointCommand(TENANT, COMPANY, { url: URL }), endpoint.rotate(0), endpoint.receiverLink()],
      ...[transaction.renewLink(), inviteCommand(TENANT, some, 'ana'), member.reset()],
    ];
    expect(making.filter((line) => !line.includes(' --out .titular/'))).toEqual([]);
  });
});
