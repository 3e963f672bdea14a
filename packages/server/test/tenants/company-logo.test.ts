import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawLogo, MAX_LOGO_BYTES } from '@titular/server/tenants/branding/logo.ts';
import { clearLogo, setLogo } from '@titular/server/tenants/branding/set-logo.ts';
import { createManualClock, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture } from '../../../cli/test/command-fixture.ts';
import { openPhone } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

const paint = (width: number, height: number, background = '#3a1463') =>
  sharp({ create: { width, height, channels: 4, background } });

describe('drawing a logo anew', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'a %s becomes a PNG within 480 by 160 pixels',
    async (format) => {
      const drawn = await drawLogo(await paint(1200, 300).toFormat(format).toBuffer());
      if (drawn.kind !== 'drawn') throw new Error(drawn.problem);
      const { sha256, picture } = drawn.logo;
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 480, height: 120 });
      expect(sha256).toBe(createHash('sha256').update(picture).digest('hex'));
    },
  );

  test('a small one is not made larger, and one that lies on its side is set upright', async () => {
    const sizeOf = async (given: Buffer) => {
      const drawn = await drawLogo(given);
      if (drawn.kind !== 'drawn') throw new Error(drawn.problem);
      const { width, height } = await sharp(drawn.logo.picture).metadata();
      return [width, height];
    };
    expect(await sizeOf(await paint(40, 20).png().toBuffer())).toEqual([40, 20]);
    expect(await sizeOf(await paint(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer())).toEqual([
      20, 40,
    ]);
  });

  test('metadata of the camera or the artist and what stands behind the picture are gone', async () => {
    const exif = { IFD0: { Artist: 'canary-artist', Copyright: 'canary-copyright' } };
    const given = Buffer.concat([
      await paint(200, 100).withExif(exif).png().toBuffer(),
      Buffer.from('<script>canary-tail</script>'),
    ]);
    expect(given.includes('canary')).toBe(true);
    const drawn = await drawLogo(given);
    if (drawn.kind !== 'drawn') throw new Error(drawn.problem);
    expect(drawn.logo.picture.includes('canary')).toBe(false);
    expect((await sharp(drawn.logo.picture).metadata()).exif).toBeUndefined();
  });

  const animated = () =>
    sharp(
      ['#123456', '#fedcba'].map((background) => ({
        create: { width: 32, height: 32, channels: 4, background },
      })) as never,
      { join: { animated: true } },
    )
      .webp({ loop: 0 })
      .toBuffer();

  test.each([
    ['too_large', async () => Buffer.alloc(MAX_LOGO_BYTES + 1, 0xff)],
    ['not_png_jpeg_webp', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['not_png_jpeg_webp', () => paint(100, 100).gif().toBuffer()],
    ['not_png_jpeg_webp', async () => Buffer.alloc(0)],
    ['too_small', () => paint(200, 15).png().toBuffer()],
    ['broken', async () => (await paint(200, 100).png().toBuffer()).subarray(0, 120)],
    ['broken', () => paint(16_000, 1_100).png().toBuffer()],
    ['animated', animated],
  ] as const)('%s is refused', async (problem, make) => {
    expect(await drawLogo(await make())).toEqual({ kind: 'refused', problem });
  });
});

describe('the logo of a company', () => {
  let service: TestService;
  let merchant: Merchant;
  const clock = createManualClock();
  beforeAll(async () => {
    service = await startTestService({ clock });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    merchant = await newMerchant(service);
  });

  const set = (given: Buffer) =>
    setLogo(operatorOf(service), merchant.tenant.tenantId, merchant.tenant.companyId, given);
  const readView = async () => {
    clock.advanceSeconds(3);
    const { phone } = await openPhone(service, merchant, { orderNumber: `order-${crypto.randomUUID()}` });
    return (await phone.view()).body;
  };

  test('readLogo 200: is named by the page, may be kept for ever, and another one has another name', async () => {
    const { sha256 } = await set(await paint(300, 100).png().toBuffer());
    const { logoPath } = await readView();
    expect(logoPath).toBe(`/capture/logos/${sha256}.png`);
    const response = await fetch(service.url + logoPath);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const picture = Buffer.from(await response.arrayBuffer());
    expect(createHash('sha256').update(picture).digest('hex')).toBe(sha256);
    await set(await paint(300, 100, '#0b3d91').png().toBuffer());
    expect((await readView()).logoPath).not.toBe(logoPath);
  });

  test('readLogo 404: one that was replaced or taken away is gone, as is what never was', async () => {
    const first = await set(await paint(300, 100).png().toBuffer());
    const second = await set(await paint(100, 100).png().toBuffer());
    const { tenantId, companyId } = merchant.tenant;
    expect(await clearLogo(operatorOf(service), tenantId, companyId)).toBe(true);
    expect(await clearLogo(operatorOf(service), tenantId, companyId)).toBe(false);
    expect((await readView()).logoPath).toBeNull();
    for (const name of [
      `${first.sha256}.png`,
      `${second.sha256}.png`,
      `${'0'.repeat(64)}.png`,
      'x.png',
      '%00',
    ]) {
      const response = await fetch(`${service.url}/capture/logos/${name}`);
      expect([response.status, await response.json()]).toMatchObject([404, { code: '40400' }]);
    }
  });

  test('each change leaves one audit entry with the names of both pictures, and the same picture none', async () => {
    const given = await paint(300, 100).png().toBuffer();
    const { sha256, isChanged } = await set(given);
    expect([isChanged, (await set(given)).isChanged]).toEqual([true, false]);
    const { tenantId, companyId } = merchant.tenant;
    await clearLogo(operatorOf(service), tenantId, companyId);
    const entries = await service.service.database.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('tenant_id', '=', tenantId)
      .where('action', '=', 'company.logo')
      .orderBy('entry_id')
      .execute();
    expect(entries).toEqual([
      { before: { sha256: null }, after: { sha256 } },
      { before: { sha256 }, after: { sha256: null } },
    ]);
  });
});

describe('companies set-logo', () => {
  let fixture: CommandFixture;
  let directory: string;
  beforeAll(async () => {
    fixture = await openCommandFixture();
    directory = await mkdtemp(join(tmpdir(), 'titular-logo-'));
  });
  afterAll(async () => {
    await fixture.drop();
    await rm(directory, { recursive: true, force: true });
  });

  test('takes a file, says what became of it, and refuses what is none with what to do', async () => {
    await fixture.ask('tenants', 'create', 'Loja Azul');
    const { company } = await fixture.ask<{ company: string }>('companies', 'create', 'Loja Azul');
    const file = join(directory, 'logo.webp');
    await writeFile(file, await paint(960, 320).webp().toBuffer());
    const made = await fixture.ask('companies', 'set-logo', company, file);
    expect(made).toMatchObject({ company, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await fixture.run('companies', 'set-logo', company, file)).output).toContain(
      'nothing was changed',
    );
    await writeFile(join(directory, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(directory, 'large.png'), Buffer.alloc(MAX_LOGO_BYTES + 1));
    const svg = await fixture.run('companies', 'set-logo', company, join(directory, 'logo.svg'));
    expect([svg.code, svg.errors]).toEqual([2, expect.stringContaining('SVG can hold scripts')]);
    const large = await fixture.run('companies', 'set-logo', company, join(directory, 'large.png'));
    expect([large.code, large.errors]).toEqual([2, expect.stringContaining('at most 1 MB')]);
    expect((await fixture.run('companies', 'set-logo', company, join(directory, 'none.png'))).code).toBe(2);
    expect((await fixture.run('companies', 'set-logo', crypto.randomUUID(), file)).code).toBe(3);
    expect(await fixture.ask('companies', 'clear-logo', company)).toMatchObject({ company, sha256: null });
  });
});
