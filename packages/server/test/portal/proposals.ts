import type { ErasureProposal } from '@titular/contract';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { newCpf } from '@titular/test-kit';
import type { PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import type { PortalBrowser } from '@titular/test-kit/portal/portal-browser.ts';
import { outcomeOf } from './portal-calls.ts';

type Proposal = Pick<ErasureProposal, 'id'>;

/** Proposes erasures in a tenant and approves them, as somebody does who reads the number in the request of the person. */
export function proposalsOf(tenantId: () => TenantId) {
  const numbers = new Map<string, string>();
  const params = () => ({ tenant_id: tenantId() });
  const bodyOf = (value: string) => ({ identity: { key: 'cpf', value }, reference: 'ticket-4711' });
  const approving = ({ id }: Proposal, value = numbers.get(id) ?? newCpf()) => ({
    params: { ...params(), proposal_id: id },
    body: { identity: { key: 'cpf', value } },
  });
  const propose = async (person: PasskeyPerson, value = newCpf()): Promise<ErasureProposal> => {
    const input = { params: params(), body: bodyOf(value) };
    const proposal = await person.browser.call('proposeErasure', input);
    numbers.set(proposal.id, value);
    return proposal;
  };
  const approve = async (browser: PortalBrowser, proposal: Proposal, value?: string): Promise<string> =>
    outcomeOf(await browser.send('approveErasure', approving(proposal, value)));
  return { bodyOf, approving, propose, approve };
}
