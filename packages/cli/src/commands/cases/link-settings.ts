import { type LinkSettings, linkSettingsOf } from '@titular/server/config/shared-settings.ts';
import { listNodes } from '@titular/server/nodes/index.ts';
import type { CommandContext } from '../../frame/command.ts';

/** The settings with which live nodes make links; the configured ones when none lives, or when they differ. */
export async function findLinkSettings({ operator, config }: CommandContext): Promise<LinkSettings> {
  const live = (await listNodes(operator.db)).filter(({ isLive }) => isLive);
  return linkSettingsOf(
    live.map(({ settings }) => settings),
    config,
  );
}
