import type { TrySettings, WhatIf } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import { type Trier, trySettings } from '../../what-if/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import { mayChange, type PortalOwner, toRefusal } from './change-settings.ts';

/** Tries settings as `settings what-if` does, for who may also change them. */
export async function tryAsAsked(
  deps: PortalDeps & Pick<Trier, 'tenantKeys'>,
  caller: PortalCaller,
  owner: PortalOwner,
  { changes }: TrySettings,
): Promise<WhatIf> {
  if (owner.kind !== 'company' || !mayChange(caller, owner)) throw new Refusal('40343');
  const texts = new Map(changes.map(({ name, value }) => [name, value]));
  if (texts.size < changes.length) throw new Refusal('40079', 'A setting is named twice.');
  try {
    return await trySettings({ ...operatorOf(deps, caller), tenantKeys: deps.tenantKeys }, owner, texts);
  } catch (error) {
    throw toRefusal(error);
  }
}
