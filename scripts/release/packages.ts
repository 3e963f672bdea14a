/** Something that is published: its name at its registry, where it lies in the tree, and its changelog. */
export type Published = {
  /** Key of its list in contents.json. */
  key: string;
  name: string;
  folder: string;
  changelog: string;
  form: 'program' | 'npm' | 'python';
  /** Whether it has declarations that other programs compile against. */
  isLibrary?: true;
};

/** What is published, in the order of publishing: a project that create-titular makes installs the client. */
export const PUBLISHED: readonly Published[] = [
  { key: 'titular', name: 'titular', folder: '.', changelog: 'CHANGELOG.md', form: 'program' },
  {
    key: '@titular/client',
    name: '@titular/client',
    folder: 'packages/client',
    changelog: 'packages/client/CHANGELOG.md',
    form: 'npm',
    isLibrary: true,
  },
  {
    key: '@titular/web-sdk',
    name: '@titular/web-sdk',
    folder: 'packages/web-sdk',
    changelog: 'packages/web-sdk/CHANGELOG.md',
    form: 'npm',
    isLibrary: true,
  },
  {
    key: 'create-titular',
    name: 'create-titular',
    folder: 'packages/create-titular',
    changelog: 'packages/create-titular/CHANGELOG.md',
    form: 'npm',
  },
  {
    key: 'titular for Python',
    name: 'titular',
    folder: 'clients/python',
    changelog: 'clients/python/CHANGELOG.md',
    form: 'python',
  },
];
