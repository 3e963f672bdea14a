import { programVersion } from '../kernel/base/program-version.ts';
import type { Route } from '../kernel/http/route.ts';
import type { Kernel, Module } from '../module.ts';
import { referenceRoutes } from './reference-routes.ts';

/** The published contract of all other routes, and the front page. In production nobody is told which release runs, or where the portal is. */
export const createApiDocs = (
  { config: { publicUrl, portalUrl, environment, tryIt } }: Kernel,
  routes: readonly Route[],
): Module => {
  const isTest = environment === 'test';
  const version = isTest ? programVersion() : undefined;
  const docsUrl = isTest && portalUrl !== undefined ? `${portalUrl}/docs/` : undefined;
  return {
    routes: referenceRoutes({ publicUrl, environment, version, docsUrl, hasTry: isTest && tryIt }, [
      ...routes,
    ]),
  };
};
