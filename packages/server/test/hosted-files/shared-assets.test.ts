import { createHash } from 'node:crypto';
import { deleteOldAssets } from '@titular/server/hosted-files/page-asset-store.ts';
import { assetHeaders, type PageFiles, readPageFiles } from '@titular/server/hosted-files/page-files.ts';
import { createSharedAssets } from '@titular/server/hosted-files/shared-assets.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { compressFile } from '@titular/server/kernel/http/answers/compressed-files.ts';
import { createDeploymentKey } from '@titular/server/tenants/keys/deployment-keys.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const OLD_SCRIPT = 'index-0ldBui1d.js';
const OLD_BODY = Buffer.from(`export const text = ${JSON.stringify('old '.repeat(500))};`);

let service: TestService;
let current: PageFiles;
beforeAll(async () => {
  service = await startTestService();
  current = await readPageFiles();
  await shareAs(new Map([[OLD_SCRIPT, OLD_BODY]])).publish();
});
afterAll(() => service.close());

/** The sharing of a node of another release on the same database, which carries these assets. */
function shareAs(bodies: ReadonlyMap<string, Buffer>) {
  const { database, masterKeys } = service.service;
  const assets = new Map(
    [...bodies].map(([name, body]) => {
      const reply = { status: 200, body, headers: assetHeaders(name) };
      return [name, { identity: async () => reply, br: reply, gzip: reply }] as const;
    }),
  );
  return createSharedAssets({
    db: database.db,
    clock: systemClock,
    openKey: createDeploymentKey(database.db, masterKeys, 'page-assets'),
    pageFiles: { ...current, assets },
  });
}

const get = (name: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}/capture/assets/${name}`, { headers });
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

/** Headers of a response that do not differ from one request to the next. */
const steady = ({ headers }: Response): [string, string][] =>
  [...headers].filter(([name]) => !['date', 'x-request-id', 'content-length', 'etag'].includes(name));

describe('assets of the release before (S8)', () => {
  test.each(['identity', 'gzip', 'br'])(
    'readPageAsset 200: are answered after the roll as they were, in the coding %s (S8)',
    async (coding) => {
      const [own = ''] = [...current.assets.keys()].filter((name) => name.endsWith('.js'));
      const response = await get(OLD_SCRIPT, { 'accept-encoding': coding });
      expect(response.status).toBe(200);
      expect(digestOf(await bytesOf(response))).toBe(digestOf(OLD_BODY));
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(steady(response)).toEqual(steady(await get(own, { 'accept-encoding': coding })));
    },
  );

  test('are found by a node of the release before for a document of this one (S8)', async () => {
    const before = shareAs(new Map());
    for (const [name, { identity }] of current.assets) {
      const [found, { body }] = [await (await before.find(name))?.identity(), await identity()];
      expect([name, digestOf(found?.body ?? Buffer.alloc(0))]).toEqual([name, digestOf(body)]);
      const compressed = await compressFile({ status: 200, body, headers: assetHeaders(name) });
      expect(found).toMatchObject(await compressed.identity());
    }
  });

  test.each(['index-unkn0wnX.js', 'index.html', '..%2findex-0ldBui1d.js', `${'a'.repeat(200)}-0ldBui1d.js`])(
    'readPageAsset 404: %s is of no release (S8)',
    async (name) => {
      const response = await get(name);
      expect([response.status, await response.json()]).toMatchObject([404, { code: '40400' }]);
    },
  );

  test('that no node sealed under their name are never served (S8)', async () => {
    const { db } = service.service.database;
    const { sealed_body } = await db
      .selectFrom('page_assets')
      .select('sealed_body')
      .where('name', '=', OLD_SCRIPT)
      .executeTakeFirstOrThrow();
    const rows = [
      { name: 'index-forgedAA.js', sealed_body: Buffer.from('alert(1)'), carried_at: new Date() },
      { name: 'index-movedAAA.js', sealed_body, carried_at: new Date() },
    ];
    await db.insertInto('page_assets').values(rows).execute();
    for (const { name } of rows) expect((await get(name)).status).toBe(500);
  });

  test('go a week after the last node that carried them, and not before (S8)', async () => {
    const { db } = service.service.database;
    const old = new Map([['index-weekOldA.js', OLD_BODY]]);
    await shareAs(old).publish();
    const weekLater = new Date(Date.now() + 7 * 86_400_000);
    await db
      .updateTable('page_assets')
      .set({ carried_at: weekLater })
      .where('name', '=', [...current.assets.keys()][0] ?? '')
      .execute();
    await deleteOldAssets(db, new Date(Date.now() - 60_000), 100);
    expect(await shareAs(new Map()).find('index-weekOldA.js')).toBeDefined();
    await deleteOldAssets(db, new Date(weekLater.getTime() - 60_000), 100);
    const left = await db.selectFrom('page_assets').select('name').execute();
    expect(left.map(({ name }) => name)).toEqual([[...current.assets.keys()][0]]);
  });
});
