import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgramName } from '@titular/cli/hints/program-name.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture, runInProcess } from './command-fixture.ts';

type Tenant = { tenant: string; name: string };
type Company = { company: string; name: string };

let fixture: CommandFixture;
let blue: Tenant;
let green: Tenant;
let shop: Company;

beforeAll(async () => {
  fixture = await openCommandFixture();
  blue = await fixture.ask<Tenant>('tenants', 'create', 'Loja Azul');
  green = await fixture.ask<Tenant>('tenants', 'create', 'Loja Verde');
  shop = await fixture.ask<Company>('companies', 'create', 'Azul Moda', '--tenant', 'Loja Azul');
});
afterAll(() => fixture.drop());

describe('names in the place of ids', () => {
  test('a tenant and a company are found by their names, whatever the case of the letters (D17)', async () => {
    for (const words of [
      ['tenants', 'show', 'loja azul'],
      ['companies', 'show', 'Azul Moda'],
      ['companies', 'show', 'AZUL MODA', '--tenant', 'Loja Azul'],
      ['companies', 'list', '--tenant', 'Loja Azul'],
      ['settings', 'set', 'maximum-value=2500', '--company', 'Azul Moda'],
      ['settings', 'show', '--tenant', 'Loja Verde'],
      ['page-events', 'list', '--company', 'Azul Moda'],
      ['webhooks', 'list', '--company', 'Azul Moda'],
      ['transactions', 'list', '--company', 'Azul Moda'],
    ]) {
      const { code, errors } = await fixture.run(...words);
      expect([words, code, errors]).toEqual([words, 0, '']);
    }
    expect(await fixture.ask('tenants', 'show', 'Loja Azul')).toMatchObject({ tenant: blue.tenant });
    expect(await fixture.ask('companies', 'show', 'Azul Moda')).toMatchObject({ company: shop.company });
  });

  test('a name that nothing has is refused with what it may have meant, exit 3 (D17)', async () => {
    const tenant = await fixture.run('companies', 'list', '--tenant', 'Loja Azull');
    expect([tenant.code, tenant.errors]).toEqual([
      3,
      'There is no tenant "Loja Azull". Did you mean "Loja Azul"? See npx titular tenants list.\n',
    ]);
    const company = await fixture.run('companies', 'show', 'Nobody');
    expect([company.code, company.errors]).toEqual([
      3,
      'There is no company "Nobody". See npx titular companies list.\n',
    ]);
  });

  test('a name that several have is refused with their ids and tenants, and is one name within a tenant (D17)', async () => {
    const [one, other] = await Promise.all(
      [blue, green].map(({ tenant }) =>
        fixture.ask<Company>('companies', 'create', 'Twice', '--tenant', tenant),
      ),
    );
    const { code, errors } = await fixture.run('companies', 'show', 'Twice');
    expect([code, errors]).toEqual([2, expect.stringContaining('2 company names match "Twice"')]);
    for (const part of [one?.company, other?.company, '"Loja Azul"', '"Loja Verde"'])
      expect(errors).toContain(part);
    const within = ['companies', 'show', 'Twice', '--tenant', 'Loja Verde'];
    expect(await fixture.ask(...within)).toMatchObject({ company: other?.company });
  });

  test('without a tenant the refusal lists those that there are (D17)', async () => {
    const { code, errors } = await fixture.run('companies', 'list');
    expect(code).toBe(2);
    expect(errors).toBe(
      `2 tenants exist; add --tenant: "Loja Azul" ${blue.tenant}, "Loja Verde" ${green.tenant}.\n`,
    );
  });

  test('tenants and companies are renamed, once, with the name before in the audit log (D17)', async () => {
    const { company } = await fixture.ask<Company>('companies', 'create', 'Before', '--tenant', blue.tenant);
    expect(await fixture.ask('companies', 'rename', 'Before', 'After')).toMatchObject({
      company,
      name: 'After',
    });
    const again = await fixture.run('companies', 'rename', 'After', 'After');
    expect([again.code, again.output]).toEqual([0, expect.stringContaining('nothing was changed')]);
    const { tenant } = await fixture.ask<Tenant>('tenants', 'create', 'Old');
    await fixture.ask('tenants', 'rename', tenant, 'New');
    const entries = await fixture.database.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('action', 'in', ['company.rename', 'tenant.rename'])
      .orderBy('entry_id')
      .execute();
    expect(entries).toEqual([
      { action: 'company.rename', before: { name: 'Before' }, after: { name: 'After' } },
      { action: 'tenant.rename', before: { name: 'Old' }, after: { name: 'New' } },
    ]);
    expect((await fixture.run('tenants', 'rename', tenant, ' ')).code).toBe(2);
  });
});

describe('the front page', () => {
  test('has commands that run as they are printed, one after the other (D17, D19)', async () => {
    const own = await openCommandFixture();
    try {
      const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
      const [, block = ''] =
        /## Set it up for yourself[\s\S]*?```sh set-up\n([\s\S]*?)```/.exec(readme) ?? [];
      const lines = block.trim().split('\n');
      expect(lines.length).toBeGreaterThan(3);
      // A second tenant, as the demo is one.
      await own.ask('tenants', 'create', 'Demo tenant');
      for (const line of lines) {
        const typed = line.replace(/\$\{TITULAR_DATA_DIR:-\.titular\}/, own.directory);
        const words = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
        expect(words.slice(0, 2)).toEqual(['npx', 'titular']);
        const { code, errors } = await own.run(...words.slice(2));
        expect([line, code, errors]).toEqual([line, 0, '']);
      }
      expect((await stat(join(own.directory, 'shop-backend.json'))).mode & 0o777).toBe(0o600);
    } finally {
      await own.drop();
    }
  });
});

describe('what was mistyped', () => {
  test.each([
    ['setings show', 'settings show'],
    ['setings', 'settings'],
    ['settings shwo', 'settings show'],
    ['tenats list', 'tenants list'],
    ['transaction list', 'transactions list'],
    ['doctr', 'doctor'],
    ['serv', 'serve'],
    ['helo', 'help'],
    ['verison', 'version'],
  ])('titular %s asks whether %s was meant, in at most three lines (D20)', async (typed, meant) => {
    const { code, output, errors } = await fixture.run(...typed.split(' '));
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(`There is no command "${typed}". Did you mean "${meant}"?`);
    expect(errors.trimEnd().split('\n').length).toBeLessThanOrEqual(3);
  });

  test.each([
    ['--verison', '--version'],
    ['--hlep', '--help'],
    ['-V', '-v'],
  ])('titular %s asks whether %s was meant (D20)', async (typed, meant) => {
    const { code, errors } = await fixture.run(typed);
    expect([code, errors]).toEqual([
      2,
      `Unknown option "${typed}". Did you mean "${meant}"?\nSee npx titular --help.\n`,
    ]);
  });

  test('what is like nothing is asked nothing (D20)', async () => {
    const { errors } = await fixture.run('xyzzy', 'plugh');
    expect(errors).toBe('There is no command "xyzzy plugh".\nSee npx titular --help.\n');
  });

  test('an option that is none names the one that it is like (D20)', async () => {
    const { code, errors } = await fixture.run('settings', 'show', '--compny', 'x');
    expect([code, errors]).toEqual([2, expect.stringContaining(`'--compny'. Did you mean "--company"?`)]);
  });
});

describe('hints', () => {
  test('keep files where the data of this deployment are (D18)', async () => {
    const words = ['secrets', 'rotate', '--help'];
    const elsewhere = await runInProcess(words, { TITULAR_DATA_DIR: '/srv/titular' });
    expect(elsewhere.output).toContain('--out /srv/titular/shop-backend.secret');
    expect(elsewhere.output).not.toContain('.titular/');
    expect((await runInProcess(words, {})).output).toContain('--out .titular/shop-backend.secret');
  });

  const PATH = '/usr/bin:/opt/titular/bin';

  test('name the program as it was started (D20)', () => {
    const npx = { npm_command: 'exec', PATH };
    expect(findProgramName('/x/node_modules/.bin/titular', npx)).toBe('npx titular');
    expect(findProgramName('/opt/titular/bin/titular', { PATH })).toBe('titular');
    expect(findProgramName('/x/node_modules/.bin/titular', { PATH })).toBe('/x/node_modules/.bin/titular');
    expect(findProgramName('/x/packages/cli/src/main.ts', { PATH })).toBe('npx titular');
  });

  test.each([['--help'], ['settings', '--help'], ['settings', 'show', '--help'], ['setings']])(
    'of %j can be pasted where titular was typed (D20)',
    async (...words) => {
      const { output, errors } = await runInProcess(words, {}, 'titular');
      expect(output + errors).toContain('titular ');
      expect(output + errors).not.toContain('npx');
    },
  );
});
