import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { endSessions, listSessions } from '@titular/server/users/index.ts';
import { readId } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { chooseUser } from './choose-user.ts';

const COLUMNS = ['sessionId', 'browser', 'createdAt', 'lastSeenAt', 'expiresAt'];

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { userId } = await chooseUser(context, args);
  const { db, clock } = context.operator;
  return { kind: 'rows', columns: COLUMNS, rows: await listSessions(db, userId, clock.now()) };
}

async function end(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { userId, name } = await chooseUser(context, args);
  const given = args.options['session'];
  const only = given === undefined ? undefined : readId(given, 'session');
  const ended = await endSessions(context.operator, userId, { only });
  if (only !== undefined && ended === 0)
    throw new OperatorRefusal('not-found', `${name} has no session ${only}.`);
  return { kind: 'record', record: { user: name, endedSessions: ended } };
}

/** Sessions of people in the portal. */
export const sessionCommands: readonly Command[] = [
  {
    name: 'sessions list',
    summary: 'List the portal sessions of a person.',
    positionals: ['user'],
    examples: ['titular sessions list maria'],
    run: list,
  },
  {
    name: 'sessions end',
    summary: 'End all portal sessions of a person, or one; the next request of each is refused.',
    positionals: ['user'],
    options: { session: { value: 'id', text: 'End this session alone.' } },
    examples: ['titular sessions end maria'],
    run: end,
  },
];
