import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { baseChoices, listObjects } from '../scripts/deployment/kubernetes-files.ts';
import { listRoleObjects } from '../scripts/deployment/kubernetes-roles.ts';
import { has } from './programs.ts';

const isThere = has('kubectl');

/** What kubectl makes of a directory, by kinds and names; it reads and writes the YAML by itself. */
function render(directory: string): { kinds: string[]; text: string } {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', directory], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return { kinds: [...stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind = '']) => kind), text: stdout };
}

const kindsOf = Object.values(listObjects(baseChoices()))
  .flat()
  .map(({ kind }) => String(kind));

describe('the Kustomize base (S49)', () => {
  test.runIf(isThere)('is rendered by kubectl, each object once', () => {
    expect(render('ops/kubernetes/base').kinds.sort()).toEqual(kindsOf.toSorted());
  });

  test.runIf(isThere)('is rendered with the ingress beside it', () => {
    const { kinds, text } = render('ops/kubernetes/ingress-nginx');
    expect(kinds.sort()).toEqual([...kindsOf, 'Ingress'].sort());
    expect(text).toContain('nginx.ingress.kubernetes.io/default-backend: titular-any');
  });
});

test.runIf(isThere)(
  'the roles are rendered by kubectl over the base, whose nodes become those that answer calls (S5)',
  () => {
    const { kinds, text } = render('ops/kubernetes/roles');
    const added = Object.values(listRoleObjects())
      .flat()
      .map(({ kind }) => String(kind));
    expect(kinds.sort()).toEqual([...kindsOf, ...added].sort());
    const nodes = text
      .split('\n---\n')
      .find((one) => /^kind: Deployment\n.*\n.*\n.*\n {2}name: titular$/m.test(one));
    expect(nodes).toContain('name: titular-api');
    expect(nodes).toContain('mountPath: /run/secrets/titular-engine');
    expect(nodes).toContain('mountPath: /run/secrets/titular\n');
    expect(nodes).not.toContain('replicas:');
  },
);

test.runIf(isThere)(
  'the database of CloudNativePG is rendered by kubectl: three instances, commits wait for one',
  () => {
    const { kinds, text } = render('ops/kubernetes/database');
    expect(kinds).toEqual(['Cluster']);
    expect(text).toMatch(/^apiVersion: postgresql\.cnpg\.io\/v1$/m);
    expect(text).toMatch(/^ {2}instances: 3$/m);
    expect(text).toMatch(/^ {4}synchronous:\n {6}method: any\n {6}number: 1$/m);
  },
);
