import { deleteTask } from '../kernel/database/batches/delete-task.ts';
import type { Kernel, Module } from '../module.ts';
import type { OpenDeploymentKey, Settings } from '../tenants/index.ts';
import { deleteOldAssets } from './page-asset-store.ts';
import type { PageFiles } from './page-files.ts';
import { pageRoutes } from './page-routes.ts';
import { sdkFileRoutes } from './sdk-file-routes.ts';
import type { SdkFiles } from './sdk-files.ts';
import { ASSET_DAYS, createSharedAssets, sharedAssetCache } from './shared-assets.ts';

type Needs = { pageFiles: PageFiles; sdkFiles: SdkFiles; settings: Settings; openKey: OpenDeploymentKey };

/** The files of the hosted page, those of other releases included, and of the web SDK. */
export function createHostedFiles(kernel: Kernel, { pageFiles, sdkFiles, settings, openKey }: Needs): Module {
  const { config, db, clock, log } = kernel;
  const shared = createSharedAssets({ db, clock, openKey, pageFiles });
  return {
    routes: [
      ...pageRoutes({ db, pageFiles, settings, portalUrl: config.portalUrl, findSharedAsset: shared.find }),
      ...sdkFileRoutes({ sdkFiles }),
    ],
    tasks: {
      'publish-page-assets': shared.publish,
      'delete-old-page-assets': deleteTask(kernel, ASSET_DAYS, deleteOldAssets),
    },
    schedule: [
      { task: 'publish-page-assets', match: '23 * * * *', queue: 'upkeep' },
      { task: 'delete-old-page-assets', match: '*/10 * * * *', queue: 'clean-up' },
    ],
    caches: [sharedAssetCache],
    tables: { page_assets: 'deployment' },
    // Before this node listens, so that another that is asked for what its document names has it.
    prepare: () =>
      shared.publish().catch((error: unknown) => {
        log.warn({ err: error }, 'the assets of the page could not be shared with other nodes');
      }),
  };
}
