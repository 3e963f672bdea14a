// A titular-like process of its own: starts the database of a directory, says so in one line of JSON, and stops it when its standard
// input ends. With a user and a group it first drops to them for good, so that all it then loads and runs is loaded and run by them.
const [modulePath = '', dataDirectory = '', systemDirectory = '', uid, gid] = process.argv.slice(2);
if (uid !== undefined && gid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(Number(gid));
  process.setuid?.(Number(uid));
}

const { startEmbeddedDatabase } = (await import(
  modulePath
)) as typeof import('@titular/embedded-postgres/process/start-embedded-database.ts');
const say = (message: object): boolean => process.stdout.write(`${JSON.stringify(message)}\n`);
try {
  const database = await startEmbeddedDatabase({
    dataDirectory,
    systemDirectory,
    durable: false,
    log: () => undefined,
  });
  say({ kind: 'started', connectionString: database.connectionString, uid: process.getuid?.() });
  process.stdin.resume().once('end', () => {
    void database.stop();
  });
} catch (error) {
  say({ kind: 'refused', message: (error as Error).message });
}

export {};
