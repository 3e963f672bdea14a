import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UNAVAILABLE } from '../scripts/deployment/settings.ts';
import { startNameServer } from './name-server.ts';
import { openDebianServer } from './postgres-fixture.ts';
import { has } from './programs.ts';
import { HAPROXY, startBalancer } from './start-balancer.ts';

/** A node that tells which it is, and for whom it takes its caller. */
async function startNode(host: string, port = 0): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((request, response) =>
    response.end(`${host}: ${request.headers['x-forwarded-for']}`),
  );
  server.listen(port, host);
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  return { port: (server.address() as AddressInfo).port, stop };
}

const CLIENT = '203.0.113.9';

async function ask(url: string): Promise<string> {
  const response = await fetch(url, { headers: { 'x-forwarded-for': CLIENT } });
  return response.text();
}

describe('HAProxy of Compose', () => {
  test.runIf(has('haproxy'))(
    'starts while no node has a name, finds one that comes and one that comes back elsewhere, and passes on who its client was (S38, R36)',
    async () => {
      const names = await startNameServer();
      onTestFinished(names.close);
      const first = await startNode('127.0.0.2');
      const nodes = ['one.invalid', 'two.invalid'].map((name) => `${name}:${first.port}`);
      const url = await startBalancer(HAPROXY, nodes, names.address);
      expect(await ask(url)).toBe(UNAVAILABLE.body);

      names.names.set('two.invalid', '127.0.0.2');
      await eventually(async () => expect(await ask(url)).toBe(`127.0.0.2: ${CLIENT}, 127.0.0.1`));

      names.names.delete('two.invalid');
      await first.stop();
      await eventually(async () => expect(await ask(url)).toBe(UNAVAILABLE.body));
      await startNode('127.0.0.3', first.port);
      names.names.set('two.invalid', '127.0.0.3');
      await eventually(async () => expect(await ask(url)).toBe(`127.0.0.3: ${CLIENT}, 127.0.0.1`));
    },
  );
});

describe('the database of Compose', () => {
  test.runIf(has('pg_ctl'))(
    'has a role for the service that is no superuser and owns its database, and a superuser without a password (R95)',
    async () => {
      const server = await openDebianServer();
      onTestFinished(server.drop);
      await server.query('DROP DATABASE titular');
      await server.query('DROP ROLE titular');
      // The image makes its superuser with this password, and runs the file afterwards.
      await server.query("ALTER ROLE postgres PASSWORD 'of-the-secret'");
      const file = join(server.directory, 'titular.sql');
      await copyFile('ops/compose/database.sql', file);
      execFileSync('psql', ['-v', 'ON_ERROR_STOP=1', '--no-psqlrc', '-U', 'postgres', '-f', file], {
        env: { ...server.environment, POSTGRES_PASSWORD: 'of-the-secret' },
        ...server.account,
        cwd: server.directory,
      });
      const roles = await server.query(
        `SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolpassword IS NULL AS is_without_password
         FROM pg_authid WHERE rolname IN ('postgres', 'titular') ORDER BY rolname`,
      );
      const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false };
      expect(roles).toEqual([
        expect.objectContaining({ rolname: 'postgres', is_without_password: true }),
        { rolname: 'titular', ...none, is_without_password: false },
      ]);
      expect(
        await server.query(
          "SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = 'titular'",
        ),
      ).toEqual([{ owner: 'titular' }]);
    },
  );
});
