import type { PortalBody } from '@titular/contract';
import { apiCommand } from '../../../../commands/api-command.ts';

/** Asks the API for the calls of a search; undefined where it cannot, as for a class of statuses. The token stands in ACCESS_TOKEN. */
export function callCommand(
  apiUrl: string,
  { status, limit: _, cursor: __, ...asked }: PortalBody<'searchPortalCalls'>,
): string | undefined {
  if (status !== undefined) return undefined;
  const parts = Object.entries(asked).flatMap(([name, value]) => ['--data-urlencode', `${name}=${value}`]);
  return apiCommand(apiUrl, '--get', ...parts);
}
