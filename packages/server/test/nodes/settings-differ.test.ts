import { readConfig } from '@titular/server/config/config.ts';
import { linkSettingsOf, sharedSettings } from '@titular/server/config/shared-settings.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { engineFits, listDifferences } from '@titular/server/nodes/compare-nodes.ts';
import { listNodes } from '@titular/server/nodes/node-store.ts';
import { startTestService, type TestServiceOptions } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checked } from '../transactions/api.ts';

/** A service whose log is written down. */
async function start(options: TestServiceOptions = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const service = await startTestService({ ...options, log });
  onTestFinished(() => service.close());
  return { service, lines };
}

const readiness = async (url: string) => (await checked('readReadiness', await fetch(`${url}/readyz`))).body;

describe('live nodes that differ in what must be equal (S53)', () => {
  test('are told in the log with setting and both names, in readiness of both and in the list; equal ones are not', async () => {
    const one = await start();
    const equal = await start({ sharedWith: one.service });
    expect(await readiness(equal.service.url)).toEqual({ status: 'ready' });
    const other = await start({
      sharedWith: one.service,
      env: { TITULAR_MATCH_THRESHOLD: '0.4' },
    });
    expect(await readiness(other.service.url)).toEqual({ status: 'ready', warnings: ['settings_differ'] });
    const { db } = one.service.service.database;
    const names = (await listNodes(db)).map(({ name }) => name);
    const told = other.lines.filter(({ setting }) => setting !== undefined);
    expect(told).toMatchObject([{ setting: 'TITULAR_MATCH_THRESHOLD', nodes: expect.any(Array) }]);
    const named = told.flatMap(({ nodes }) => nodes as string[]);
    expect(named.toSorted()).toEqual(names.toSorted());
    expect(named[1]).toBe(names[2]);
    await eventually(async () =>
      expect(await readiness(one.service.url)).toEqual({ status: 'ready', warnings: ['settings_differ'] }),
    );
    expect(listDifferences(await listNodes(db)).map(({ setting }) => setting)).toEqual([
      'TITULAR_MATCH_THRESHOLD',
    ]);
  });
});

const NODE = {
  ...{
    name: 'a',
    engineVersion: 'v',
    otherEngineVersion: undefined,
    masterKeyIds: ['k', 'l'],
    causes: [],
    isLive: true,
  },
  settings: { TITULAR_PUBLIC_URL: 'https://a.example' },
};
const OTHER = { ...NODE, name: 'b' };

describe('nodes are compared by settings, engine version and master keys (S53)', () => {
  test.each([
    ['nothing', {}, []],
    ['the order of master keys', { masterKeyIds: ['l', 'k'] }, []],
    ['a node that is gone', { engineVersion: 'w', isLive: false }, []],
    ['a node that starts', { engineVersion: undefined }, []],
    ['a node of an earlier release', { settings: {} }, []],
    ['the public address', { settings: { TITULAR_PUBLIC_URL: 'https://b.example' } }, ['TITULAR_PUBLIC_URL']],
    ['engine and keys', { engineVersion: 'w', masterKeyIds: ['k'] }, ['engine version', 'master keys']],
  ])('%s', (_what, change, expected) => {
    const found = listDifferences([NODE, { ...OTHER, ...change }]);
    expect(found).toEqual(expected.map((setting) => ({ setting, nodes: ['a', 'b'] })));
  });
});

describe('nodes of a change of engine stand side by side in its steps alone (S26)', () => {
  const fits = (one: string, two: string): boolean => {
    const [a, b] = [one, two].map((node) => {
      const [engineVersion, otherEngineVersion] = node.split('+');
      return { ...NODE, engineVersion, otherEngineVersion: otherEngineVersion?.replace('?', '') };
    });
    if (!a || !b) throw new Error('two nodes are compared');
    expect(engineFits(b, a)).toBe(engineFits(a, b));
    return listDifferences([a, { ...b, name: 'b' }]).length === 0;
  };

  test.each([
    ['A', 'A+B'],
    ['A+B', 'A+B'],
    ['A+B', 'B+A'],
    ['B+A', 'B'],
    ['A+?', 'A+B'],
    ['A+?', 'B+A'],
    ['A+?', 'B+?'],
  ])('%s and %s fit', (one, two) => expect(fits(one, two)).toBe(true));

  test.each([
    ['A', 'B'],
    ['A', 'B+A'],
    ['A+B', 'B'],
    ['A+B', 'A+C'],
    ['A+B', 'C+A'],
    ['A+B', 'C+D'],
    ['A', 'B+?'],
  ])('%s and %s do not fit', (one, two) => expect(fits(one, two)).toBe(false));
});

describe('links are made with what live nodes have in common (D5)', () => {
  const configured = (seconds?: string, url = 'https://a.example') =>
    readConfig({
      TITULAR_PUBLIC_URL: url,
      ...(seconds === undefined ? {} : { TITULAR_LINK_LIFETIME_SECONDS: seconds }),
    });
  const rowOf = (seconds?: string, url?: string) => sharedSettings(configured(seconds, url));
  const here = configured('90', 'https://here.example');
  const { TITULAR_LINK_LIFETIME_SECONDS: _lifetime, ...earlier } = rowOf();

  test.each([
    ['a lifetime that was set', [rowOf('600'), rowOf('600')], ['https://a.example', 600, 600]],
    ['none that was set', [rowOf()], ['https://a.example', 1800, undefined]],
    ['no node', [], ['https://here.example', 90, 90]],
    ['two lifetimes', [rowOf('600'), rowOf('1800')], ['https://a.example', 90, 90]],
    ['two addresses', [rowOf('600'), rowOf('600', 'https://b.example')], ['https://here.example', 600, 600]],
    ['a node of an earlier release', [earlier], ['https://a.example', 90, 90]],
  ])('%s', (_what, rows, expected) => {
    const { publicUrl, linkLifetimeSeconds, unopenedLinkSeconds } = linkSettingsOf(rows, here);
    expect([publicUrl, linkLifetimeSeconds, unopenedLinkSeconds]).toEqual(expected);
  });

  test('the default and the same number set are two settings', () => {
    const nodes = [rowOf(), rowOf('1800')].map((settings, at) => ({ ...NODE, name: `${at}`, settings }));
    expect(listDifferences(nodes)).toEqual([{ setting: 'TITULAR_LINK_LIFETIME_SECONDS', nodes: ['0', '1'] }]);
  });
});

describe('variables that look like settings (S53)', () => {
  test.each([
    ['TITULAR_MATCH_TRESHOLD', ['TITULAR_MATCH_TRESHOLD (did you mean TITULAR_MATCH_THRESHOLD?)']],
    ['titular_env', ['titular_env (did you mean TITULAR_ENV?)']],
    ['TITULAR_SOMETHING_ELSE', ['TITULAR_SOMETHING_ELSE']],
    ['TITULAR_PUBLIC_URL_FILE', ['TITULAR_PUBLIC_URL_FILE']],
    ['TITULAR_SERVICE_PORT', []],
    ['TITULAR_PORT_8787_TCP_ADDR', []],
    ['PATH', []],
  ])('%s', (name, expected) => {
    expect(readConfig({ [name]: 'hidden' }).unknownSettings).toEqual(expected);
  });

  test('are the first line of the log, by name alone, and a warning of readiness', async () => {
    const { service, lines } = await start({ env: { TITULAR_GALERY_LIMIT: 'hidden' } });
    expect(lines[0]).toMatchObject({
      msg: 'these variables are no settings and are ignored',
      variables: ['TITULAR_GALERY_LIMIT (did you mean TITULAR_GALLERY_LIMIT?)'],
    });
    expect(JSON.stringify(lines)).not.toContain('hidden');
    expect(await readiness(service.url)).toEqual({ status: 'ready', warnings: ['setting_unknown'] });
  });

  test.each([
    ['TITULAR_MASTER_KEY', `${'A'.repeat(43)}=`],
    ['DATABASE_URL', 'postgresql://a@b/c'],
  ])('%s and its file are refused together', (name, value) => {
    expect(() => readConfig({ [name]: value, [`${name}_FILE`]: '/run/secret' })).toThrow(
      `Set ${name}_FILE or ${name}, not both.`,
    );
  });
});
