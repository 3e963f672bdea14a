import type { WaitingAct } from '@titular/contract';
import { withdrawActCommand } from '../../../commands/case-commands.ts';
import { inTurn } from '../../../commands/command-line.ts';
import { memberCommands } from '../../../commands/team-commands.ts';
import { settingsCommand } from '../../settings/model/setting-command.ts';

/** The command that does what waits; no command writes a file with persons. */
function performCommand(tenantId: string, act: WaitingAct): string | undefined {
  if (act.kind === 'export') return undefined;
  if (act.kind === 'settings')
    return settingsCommand({ tenantId, ...(act.company && { companyId: act.company.id }) }, act.changes);
  const { isActive, ...rights } = act.next;
  return memberCommands(tenantId, act.member.id).change(rights, isActive);
}

/** Does what waits, and takes the proposal away: who may type a command needs no second person. Undefined where no command does it. */
export function approveActCommand(tenantId: string, act: WaitingAct): string | undefined {
  const perform = performCommand(tenantId, act);
  return perform && inTurn(perform, withdrawActCommand(tenantId, act.id));
}
