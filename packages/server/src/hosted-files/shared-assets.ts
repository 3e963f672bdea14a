import type { Kysely } from 'kysely';
import type { Clock } from '../kernel/base/clock.ts';
import { defineCache } from '../kernel/caches/cache.ts';
import { createTtlCache } from '../kernel/caches/ttl-cache.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { type CompressedFile, compressFile } from '../kernel/http/answers/compressed-files.ts';
import type { OpenDeploymentKey } from '../tenants/index.ts';
import { findSealedAsset, upsertAssets } from './page-asset-store.ts';
import { assetHeaders, type PageFiles } from './page-files.ts';

/** Days for which an asset is kept after the last node that carried it. */
export const ASSET_DAYS = 7;

/** Assets of other releases that this node was asked for. */
export const sharedAssetCache = defineCache('page_assets', 64);

const MAX_AGE_MS = 3_600_000;
/** The form of the names that the build of the page gives: the end of each changes with its content. */
const ASSET_NAME = /^[\w-]{1,80}-[\w-]{8}\.(?:js|css|svg|woff2)$/;

/** Assets of the page that all nodes of the deployment share. */
export type SharedAssets = {
  /** Stores what this node carries. */
  publish(): Promise<void>;
  /** Finds an asset of another release; undefined for any name that no node published. */
  find(name: string): Promise<CompressedFile | undefined>;
};

/** What sharing needs; the key keeps those who only write to the database from having their script served. */
export type SharedAssetDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  openKey: OpenDeploymentKey;
  pageFiles: PageFiles;
};

/** Shares assets through the database, sealed under their names. */
export function createSharedAssets({ db, clock, openKey, pageFiles }: SharedAssetDeps): SharedAssets {
  const read = createTtlCache(
    clock,
    { maximumAgeMs: MAX_AGE_MS, cache: sharedAssetCache },
    (name: string) => name,
    async (name) => {
      const sealed = await findSealedAsset(db, name);
      if (sealed === undefined) return undefined;
      const body = (await openKey()).unseal('page_assets', name, 'sealed_body', sealed);
      return compressFile({ status: 200, body, headers: assetHeaders(name) });
    },
  );
  return {
    async publish() {
      const key = await openKey();
      // In one order on every node, so that two that start at once wait for each other and never in a ring.
      const sorted = [...pageFiles.assets].sort(([one], [other]) => (one < other ? -1 : 1));
      const seal = async ([name, { identity }]: (typeof sorted)[number]) => {
        const { body } = await identity();
        return { name, sealedBody: key.seal('page_assets', name, 'sealed_body', body) };
      };
      await upsertAssets(db, await Promise.all(sorted.map(seal)), clock.now());
    },
    find: async (name) => (ASSET_NAME.test(name) ? read(name) : undefined),
  };
}
