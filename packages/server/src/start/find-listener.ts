import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

/** State of a socket that listens, as /proc/net/tcp writes it (Linux, include/net/tcp_states.h). */
const LISTENS = '0A';

const readText = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/** The inodes of sockets that listen on the port, of a table such as /proc/net/tcp. */
function listeningInodes(table: string, port: number): string[] {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(local) && columns[3] === LISTENS)
    .map((columns) => columns[9] ?? '');
}

async function holdsSocket(processId: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const directory = `/proc/${processId}/fd`;
  const files = await readdir(directory).catch(() => []);
  const links = await Promise.all(files.map((file) => readlink(`${directory}/${file}`).catch(() => '')));
  return links.some((link) => sockets.has(link));
}

/** Words of a command line that start this program: from a package, from a checkout, by its name. */
const OURS = /(?:^|\/)(?:titular(?:\.cjs)?|cli\/src\/main\.[jt]s)$/;

/** A process in words: its number, its program, and whether that is ours. Of its arguments nothing is told. */
async function describeProcess(processId: string): Promise<string> {
  const words = (await readText(`/proc/${processId}/cmdline`)).split('\0');
  const program = basename(await readlink(`/proc/${processId}/exe`).catch(() => ''));
  const named = program === '' ? '' : ` (${program.replace(/[^\x20-\x7e]/g, '?')})`;
  return `${words.some((word) => OURS.test(word)) ? 'another titular, ' : ''}process ${processId}${named}`;
}

/** Says who listens on a port of this machine, where Linux lets this user see it; an empty text elsewhere. */
export async function describeListener(port: number): Promise<string> {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(readText));
  const inodes = tables.flatMap((table) => listeningInodes(table, port));
  const sockets = new Set(inodes.map((inode) => `socket:[${inode}]`));
  if (sockets.size === 0) return '';
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^[0-9]+$/.test(name));
  for (const processId of processes)
    if (await holdsSocket(processId, sockets)) return ` by ${await describeProcess(processId)}`;
  return '';
}
