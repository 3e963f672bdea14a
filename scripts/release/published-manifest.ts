/** The parts of a package.json that publishing looks at; all others stay as they are. */
export type SourceManifest = {
  name: string;
  version: string;
  license?: string;
  exports?: Record<string, unknown>;
  bin?: Record<string, string>;
} & Record<string, unknown>;

/** What is for work in the repository alone. */
const OF_THE_TREE = ['private', 'scripts', 'devDependencies'];

/** A source of the workspace, which no other package can load. */
const isSource = (target: unknown): boolean => typeof target === 'string' && /(?<!\.d)\.ts$/.test(target);

/** The package.json that is published: without what is for work in the repository, and without exports of sources. */
export function publishedManifest(manifest: SourceManifest): SourceManifest {
  const kept = Object.entries(manifest).filter(([field]) => !OF_THE_TREE.includes(field));
  const exports = Object.entries(manifest.exports ?? {}).filter(([, target]) => !isSource(target));
  return {
    ...(Object.fromEntries(kept) as SourceManifest),
    ...(manifest.exports ? { exports: Object.fromEntries(exports) } : {}),
  };
}
