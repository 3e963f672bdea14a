import type { SandboxFill } from '@titular/contract';
import type { Member } from '../../cases/index.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';

/** What the portal asks of the fill of a tenant. */
export type SandboxFilling = {
  read(member: Member): Promise<SandboxFill>;
  start(member: Member): Promise<SandboxFill>;
  clear(member: Member): Promise<SandboxFill>;
};

/** Shops come and go with a fill, so whoever sees some companies alone is refused with 40343. */
export function requireAllCompanies({ companies }: Pick<Member, 'companies'>): void {
  if (companies !== 'all')
    throw new Refusal(
      '40343',
      'Sandbox transactions come in companies of their own, and you see some alone.',
    );
}

/** Calls of the portal about the fill of a tenant; there is a sandbox wherever these routes are. */
export function fillRoutes(filling: SandboxFilling | undefined): PortalRoute[] {
  const open = (): SandboxFilling => {
    invariant(filling, 'where these routes are, there is a sandbox');
    return filling;
  };
  return [
    definePortalRoute('readSandboxFill', async (_request, caller) => ({
      status: 200,
      body: await open().read(caller),
    })),
    definePortalRoute('fillSandbox', async (_request, caller) => ({
      status: 200,
      body: await open().start(caller),
    })),
    definePortalRoute('clearSandbox', async (_request, caller) => ({
      status: 200,
      body: await open().clear(caller),
    })),
  ];
}
