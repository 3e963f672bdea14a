import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What the two pages of a client show. */
type ClientPages = {
  /** The first page, whose head says how the client is installed. */
  readme: string;
  /** Programs of both pages by the name of their file, in the order in which they stand. */
  snippets: ReadonlyMap<string, string>;
};

/** Reads the pages of a client by their paths in the repository; `language` is that of its programs. */
export async function readPagesOf(
  paths: readonly [readme: string, production: string],
  language: string,
): Promise<ClientPages> {
  const root = new URL('../../', import.meta.url);
  const [readme = '', production = ''] = await Promise.all(
    paths.map((page) => readFile(fileURLToPath(new URL(page, root)), 'utf8')),
  );
  const fences = new RegExp(`\`\`\`${language} (\\S+)\\n([\\s\\S]*?)\\n\`\`\``, 'g');
  const found = [...`${readme}\n${production}`.matchAll(fences)];
  return { readme, snippets: new Map(found.map(([, name = '', code = '']) => [name, code])) };
}
