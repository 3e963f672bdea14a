import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One thing that a newcomer does: types a command, saves a program, or waits for the approval. */
export type Step =
  | { kind: 'command' | 'serve' | 'approval'; text: string }
  | { kind: 'file'; text: string; code: string };

/** A way to the first approval: its name, the page that is followed after the front page, and what a newcomer does in order. */
export type StartWay = { name: string; page: string; steps: readonly Step[] };

const GUIDE = 'docs/guides/first-transaction.md';

type Fence = { language: string; name: string; code: string };

function fencesIn(text: string): Fence[] {
  return [...text.matchAll(/^```(\S+)(?: (\S+))?\n([\s\S]*?)\n```$/gm)].map(
    ([, language = '', name = '', code = '']) => ({ language, name, code }),
  );
}

function sectionOf(text: string, title: string): string {
  const [, body] = new RegExp(`^## ${title}\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(text) ?? [];
  if (body === undefined) throw new Error(`there is no section "${title}"`);
  return body;
}

/** The lines of code of a page, each a command by itself. */
const commandsIn = (text: string): string[] =>
  fencesIn(text).flatMap(({ language, code }) => (language === 'sh' ? code.split('\n') : []));

function namedFence(text: string, name: string): Fence {
  const found = fencesIn(text).find((fence) => fence.name === name);
  if (!found) throw new Error(`there is no code "${name}"`);
  return found;
}

/** A command that stands in a sentence. */
function inlineCommand(text: string, start: string): string {
  const found = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const command = found.find((code) => code.startsWith(`${start} `));
  if (command === undefined) throw new Error(`no sentence names a command of ${start}`);
  return command;
}

const command = (text: string): Step => ({ kind: 'command', text });

const saved = (text: string, name: string): Step => ({
  ...{ kind: 'file', text: name },
  code: `${namedFence(text, name).code}\n`,
});

/** Clone, installation and start, as the front page has them. */
function startSteps(frontPage: string): Step[] {
  const [install = '', serve = ''] = commandsIn(sectionOf(frontPage, 'Start'));
  return [command('git clone'), command(install), { kind: 'serve', text: serve }];
}

/** A client that reads its values from the environment; its status is read as the guide does. */
function clientWay(name: string, page: string, client: string, guide: string, interpreter: string): Step[] {
  const run = inlineCommand(sectionOf(guide, 'In Python, PHP, Go or Java'), interpreter);
  const program = run.split(' ').at(-1) ?? '';
  const [head = ''] = client.split('\n## ');
  const install = commandsIn(head);
  if (install.length === 0) throw new Error(`${page} does not say how ${name} is installed`);
  return [
    ...install.map(command),
    command(namedFence(guide, 'environment').code),
    saved(client, program),
    command(run),
    command(namedFence(guide, 'token').code),
    { kind: 'approval', text: namedFence(guide, 'status').code },
  ];
}

/** The clients whose values come from the environment, and what runs their programs. */
const CLIENTS = [
  ['Python', 'python3'],
  ['PHP', 'php'],
  ['Go', 'go'],
  ['Java', 'java'],
] as const;

/** Reads the ways from the Markdown of a checkout, so that they are what its pages say. */
export async function readWays(root: string): Promise<StartWay[]> {
  const read = (page: string): Promise<string> => readFile(join(root, page), 'utf8');
  const [frontPage, guide] = await Promise.all([read('README.md'), read(GUIDE)]);
  const start = startSteps(frontPage);
  // The last way that the section shows needs no camera.
  const demo = commandsIn(sectionOf(frontPage, 'See it work')).at(-1) ?? '';
  const typescript = sectionOf(guide, 'With the client');
  const clientWays = CLIENTS.map(async ([name, interpreter]): Promise<StartWay> => {
    const page = `clients/${name.toLowerCase()}/README.md`;
    return {
      ...{ name, page },
      steps: [...start, ...clientWay(name, page, await read(page), guide, interpreter)],
    };
  });
  return [
    { name: 'no code', page: 'README.md', steps: [...start, command(demo)] },
    {
      name: 'TypeScript',
      page: GUIDE,
      steps: [
        ...start,
        saved(typescript, 'first-transaction.ts'),
        { kind: 'approval', text: namedFence(typescript, 'run').code },
      ],
    },
    ...(await Promise.all(clientWays)),
  ];
}

/** How many commands a step has: a block may hold several, and a command may go over several lines. */
export function countCommands({ kind, text }: Step): number {
  if (kind === 'file') return 0;
  const whole = text.replace(/[\\|]\n\s*/g, ' ').split('\n');
  return whole.filter((line) => line.trim() !== '' && !/^\s*#/.test(line)).length;
}
