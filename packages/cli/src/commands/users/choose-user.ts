import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { isId } from '@titular/server/kernel/base/id.ts';
import { findUser, findUserByName, type User } from '@titular/server/users/index.ts';
import type { Arguments, CommandContext } from '../../frame/command.ts';

/** The person a command works on: the first word, a sign-in name or an id. */
export async function chooseUser({ operator }: CommandContext, args: Arguments): Promise<User> {
  const [word = ''] = args.positionals;
  const named = await findUserByName(operator.db, word);
  const user = named ?? (isId(word) ? await findUser(operator.db, word) : undefined);
  if (user) return user;
  throw new OperatorRefusal(
    'not-found',
    `Nobody has the sign-in name or id ${JSON.stringify(word)}. See npx titular users list.`,
  );
}

/** The portal's address, without which no link can be written. */
export function portalUrlOf({ config }: CommandContext): string {
  if (config.portalUrl !== undefined) return config.portalUrl;
  throw new OperatorRefusal(
    'forbidden',
    'The portal is off: set TITULAR_PORTAL_URL for this command and for the service.',
  );
}
