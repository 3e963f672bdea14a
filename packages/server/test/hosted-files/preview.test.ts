import { PAGE_LANGUAGES } from '@titular/contract';
import { PREVIEW_ORIGIN_MARK, PREVIEW_PATH } from '@titular/contract/page-preview';
import { addMember, portalUrlOf } from '@titular/test-kit/portal/people.ts';
import { openPortalBrowser } from '@titular/test-kit/portal/portal-browser.ts';
import { addTenant, startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let service: TestService;
let without: TestService;
beforeAll(async () => {
  service = await startTestService();
  without = await startTestService({ env: { TITULAR_PORTAL_URL: 'off' } });
});
afterAll(() => Promise.all([service?.close(), without?.close()]));

const open = (query = '', headers: Record<string, string> = {}) =>
  fetch(`${service.url}${PREVIEW_PATH}${query}`, { headers });
const policyOf = ({ headers }: Response): string[] =>
  (headers.get('content-security-policy') ?? '').split('; ');

describe('the preview of the page (D.4)', () => {
  test('openPreview 200: may be framed by the portal alone, and is as strict as the page in everything else', async () => {
    const [preview, page] = [await open(), await fetch(`${service.url}/capture/`)];
    expect(preview.status).toBe(200);
    const own = policyOf(preview);
    expect(own).toContain(`frame-ancestors ${portalUrlOf(service)}`);
    const looser = policyOf(page).filter((directive) => !own.includes(directive));
    expect(looser).toEqual(["media-src 'self' blob:", "connect-src 'self'", "frame-ancestors 'none'"]);
    expect(own).toEqual(
      expect.arrayContaining([
        "media-src 'none'",
        "connect-src 'none'",
        'sandbox allow-scripts allow-same-origin',
      ]),
    );
    expect(preview.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(preview.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  test('has neither camera nor any other feature that the page has', async () => {
    const features = ((await open()).headers.get('permissions-policy') ?? '').split(', ');
    expect(features).toEqual(
      expect.arrayContaining(['camera=()', 'microphone=()', 'clipboard-write=()', 'geolocation=()']),
    );
    expect(features.filter((feature) => !feature.endsWith('=()'))).toEqual([]);
  });

  test('takes no session and gives no cookie, whatever it is sent', async () => {
    const plain = await (await open()).text();
    const preview = await open('?origin=https://evil.example&lang=xx', {
      cookie: 'titular_session=x',
      origin: 'https://evil.example',
    });
    expect(preview.headers.get('set-cookie')).toBeNull();
    expect(preview.headers.get('access-control-allow-origin')).toBeNull();
    expect(policyOf(preview).join()).not.toContain('evil');
    expect(await preview.text()).toBe(plain);
  });

  test.each(PAGE_LANGUAGES)('says in %s in one sentence what it is, before any script', async (language) => {
    const html = await (await open(`?lang=${language}`)).text();
    expect(html).toMatch(new RegExp(`<html lang="${language}`));
    expect(html.match(/<p class="text">[^<]{40,}\.<\/p>/g)).toHaveLength(1);
    expect(html).toContain(`<meta name="preview-portal" content="${portalUrlOf(service)}"`);
    expect(html).not.toContain(PREVIEW_ORIGIN_MARK);
    expect(html).not.toMatch(/<style|<script(?![^>]* src="\/capture\/assets\/)|style="|\son[a-z]+=/);
  });

  test('openPreview 404: is not there without a portal, and nowhere on the host of the portal', async () => {
    const refused = await fetch(`${without.url}${PREVIEW_PATH}`);
    expect([refused.status, await refused.json()]).toMatchObject([404, { code: '40400' }]);
    const portalUrl = portalUrlOf(service);
    const portal = openPortalBrowser({ portalUrl, connectTo: service.url });
    expect((await portal.fetch('GET', PREVIEW_PATH)).status).toBe(404);
  });

  test('is all that the page of the portal may frame, and is named to who sees a company (P40)', async () => {
    const portalUrl = portalUrlOf(service);
    const portal = openPortalBrowser({ portalUrl, connectTo: service.url });
    const { headers } = await portal.fetch('GET', '/login');
    const address = service.url + PREVIEW_PATH;
    expect(String(headers['content-security-policy']).split('; ')).toContain(`frame-src ${address}`);
    const { tenantId, companyId } = await addTenant(service);
    const viewer = await addMember(service, tenantId, { role: 'viewer' });
    const params = { tenant_id: tenantId, company_id: companyId };
    const ofCompany = await viewer.browser.call('readCompanySettings', { params });
    expect(ofCompany.preview).toEqual({ address, logoPath: null });
    const ofTenant = await viewer.browser.call('readTenantSettings', { params: { tenant_id: tenantId } });
    expect(ofTenant.preview).toBeUndefined();
  });
});
