import type { Route } from '../kernel/http/route.ts';
import type { Kernel, Module } from '../kernel/module.ts';
import { referenceRoutes } from './reference-routes.ts';

/** The published contract of all other routes. */
export const createApiDocs = ({ config: { publicUrl } }: Kernel, routes: readonly Route[]): Module => ({
  routes: referenceRoutes({ publicUrl }, [...routes]),
});
