import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture } from './command-fixture.ts';

const PORTAL = 'https://portal.example';

let fixture: CommandFixture;
let endpoint: string;
beforeAll(async () => {
  fixture = await openCommandFixture({ TITULAR_PORTAL_URL: PORTAL });
  await fixture.ask('tenants', 'create', 'Loja Azul');
  const { company } = await fixture.ask<{ company: string }>('companies', 'create', 'Loja Azul');
  const words = ['https://shop.example/webhooks', '--company', company];
  ({ endpoint } = await fixture.ask<{ endpoint: string }>('webhooks', 'create', ...words));
});
afterAll(() => fixture.drop());

type Made = { access: string; link: string };
const makeLink = () => fixture.ask<Made>('webhooks', 'receiver-link', endpoint);
const list = () => fixture.ask<{ access: string; state: string }[]>('webhooks', 'receivers', endpoint);

describe('links to the page of a receiver', () => {
  test('are made for one endpoint, shown once, listed without a code, and ended', async () => {
    const { access, link } = await makeLink();
    expect(link).toMatch(/^https:\/\/portal\.example\/receiver#trl_[\w-]{43}$/);
    const rows = await list();
    expect(rows).toMatchObject([{ access, state: 'link', madeBy: expect.stringMatching(/^command-line:/) }]);
    expect(JSON.stringify(rows)).not.toContain(link.split('#')[1]);
    const ended = await fixture.ask('webhooks', 'end-receiver', endpoint, '--access', access);
    expect(ended).toEqual({ endpoint, ended: 1 });
    expect(await list()).toEqual([]);
  });

  test('end all together, and one that is not there is told', async () => {
    const [{ access }] = [await makeLink(), await makeLink()];
    expect(await fixture.ask('webhooks', 'end-receiver', endpoint)).toEqual({ endpoint, ended: 2 });
    const again = await fixture.run('webhooks', 'end-receiver', endpoint, '--access', access);
    expect(again.errors).toContain(`no open receiver access ${access}`);
  });

  test('go to a file that only its owner reads', async () => {
    const file = join(fixture.directory, 'receiver-link');
    const shown = await fixture.ask('webhooks', 'receiver-link', endpoint, '--out', file);
    expect(shown).not.toHaveProperty('link');
    expect(await readFile(file, 'utf8')).toMatch(/^https:\/\/portal\.example\/receiver#trl_/);
  });

  test('are refused for an endpoint that is off', async () => {
    await fixture.ask('webhooks', 'disable', endpoint);
    const refused = await fixture.run('webhooks', 'receiver-link', endpoint);
    expect([refused.code, refused.errors]).toEqual([
      expect.any(Number),
      expect.stringContaining('switched off'),
    ]);
    expect(await list()).toEqual([]);
  });
});
