import type { Kernel, Module } from '../kernel/module.ts';
import type { Settings } from '../tenants/index.ts';
import type { PageFiles } from './page-files.ts';
import { pageRoutes } from './page-routes.ts';
import { sdkFileRoutes } from './sdk-file-routes.ts';
import type { SdkFiles } from './sdk-files.ts';

/** The files of the hosted page and of the web SDK. */
export const createHostedFiles = (
  { db }: Kernel,
  { pageFiles, sdkFiles, settings }: { pageFiles: PageFiles; sdkFiles: SdkFiles; settings: Settings },
): Module => ({ routes: [...pageRoutes({ db, pageFiles, settings }), ...sdkFileRoutes({ sdkFiles })] });
