/** Where a function stands in a profile of V8: its name, and the address of its file, empty for native code. */
export type CallFrame = { functionName: string; url: string };

const PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const OWN = /\/packages\/([^/]+)\/src\/(?:(kernel\/[^/]+|[^/]+)\/)?/;

/** The module that a function belongs to: a package, a part of Node, a folder of ours, or native code by its name. */
export function moduleOf({ functionName, url }: CallFrame): string {
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/');
  const used = PACKAGE.exec(url)?.[1];
  if (used) return used;
  const own = OWN.exec(url);
  if (own) return [own[1], own[2]].filter(Boolean).join('/');
  return functionName || 'native';
}
