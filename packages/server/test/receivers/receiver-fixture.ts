import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import {
  addMember,
  authenticateAgain,
  openBrowser,
  type PasskeyPerson,
} from '@titular/test-kit/portal/people.ts';
import type { PortalBrowser } from '@titular/test-kit/portal/portal-browser.ts';
import type { ManualClock } from '@titular/test-kit/time/manual-clock.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { register } from '../webhooks/log-fixture.ts';

/** A merchant with an endpoint, the person who manages it, and a receiver that answers. */
export type ReceiverFixture = {
  service: TestService;
  clock: ManualClock;
  merchant: Merchant;
  developer: PasskeyPerson;
  receiver: WebhookReceiver;
  endpointId: string;
  secret: string;
  /** Ids of the endpoint's address. */
  params: { tenant_id: TenantId; endpoint_id: string };
  close(): Promise<void>;
};

/** Opens a service with a merchant whose endpoint is answered with `status`. */
export async function openReceiverFixture(
  status = (): number => 204,
  env: Record<string, string> = {},
): Promise<ReceiverFixture> {
  const clock = createManualClock();
  const service = await startTestService({ clock, env });
  const merchant = await newMerchant(service);
  const developer = await addMember(service, merchant.tenant.tenantId, { role: 'developer' });
  const receiver = await startWebhookReceiver({ answer: () => ({ status: status(), body: 'heard' }) });
  const { endpointId, secret } = await register(service, merchant, `${receiver.url}?key=hidden`);
  receiver.trust(secret);
  return {
    ...{ service, clock, merchant, developer, receiver, endpointId, secret },
    params: { tenant_id: merchant.tenant.tenantId, endpoint_id: endpointId },
    close: async () => {
      await receiver.close();
      await service.close();
    },
  };
}

/** Makes a link to an endpoint as its developer does in the portal; its code and its id. */
export async function makeLink(
  { developer, params }: Pick<ReceiverFixture, 'developer' | 'params'>,
  endpoint_id = params.endpoint_id,
): Promise<{ code: string; link: string; id: string }> {
  await authenticateAgain(developer);
  const { id, link } = await developer.browser.call('makeReceiverLink', {
    params: { ...params, endpoint_id },
  });
  return { code: link.split('#')[1] ?? '', link, id };
}

/** Opens a link in a browser of its own. */
export async function openLink(
  { service }: Pick<ReceiverFixture, 'service'>,
  code: string,
): Promise<PortalBrowser> {
  const browser = openBrowser(service, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0');
  await browser.call('openReceiverLink', { body: { code } });
  return browser;
}

/** Actions of the audit log about an endpoint, with their actors, the oldest first. */
export const actionsAbout = async ({ service, endpointId }: ReceiverFixture): Promise<string[]> => {
  const rows = await service.service.database.db
    .selectFrom('audit_log')
    .select(['action', 'actor'])
    .where('subject', '=', `webhook-endpoint/${endpointId}`)
    .orderBy('entry_id')
    .execute();
  return rows.map(({ action, actor }) => `${action} by ${actor}`);
};
