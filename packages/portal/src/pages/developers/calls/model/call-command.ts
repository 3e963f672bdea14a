import type { PortalBody } from '@titular/contract';
import { shellWord } from '../../../../commands/command-line.ts';

/** Asks the API for the calls of a search; undefined where it cannot, as for a class of statuses. The token stands in ACCESS_TOKEN. */
export function callCommand(
  apiUrl: string,
  { status, limit: _, cursor: __, ...asked }: PortalBody<'searchPortalCalls'>,
): string | undefined {
  if (status !== undefined) return undefined;
  const parts = Object.entries(asked).map(
    ([name, value]) => `--data-urlencode ${shellWord(`${name}=${value}`)}`,
  );
  return [
    `printf 'header = "Authorization: Bearer %s"' "$ACCESS_TOKEN" |`,
    ['curl --silent --config - --get', ...parts, shellWord(apiUrl)].join(' '),
  ].join(' \\\n  ');
}
