import { programVersion } from '../kernel/base/program-version.ts';
import type { Route } from '../kernel/http/route.ts';
import type { Kernel, Module } from '../module.ts';
import { referenceRoutes } from './reference-routes.ts';

/** The published contract of all other routes, and the front page. In production nobody is told which release runs. */
export const createApiDocs = (
  { config: { publicUrl, environment } }: Kernel,
  routes: readonly Route[],
): Module => {
  const version = environment === 'test' ? programVersion() : undefined;
  return { routes: referenceRoutes({ publicUrl, environment, version }, [...routes]) };
};
