import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signWebhook } from '@titular/server/webhooks/sender/sign-webhook.ts';
import {
  addTenant,
  findFreePort,
  newCpf,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { WEBHOOK_CASES } from '@titular/test-kit/client-cases/webhook-cases.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readPagesOf } from '../../suite/pages-of-client.ts';
import { compileJava, FAST_START, hasJava, PACKAGE, runJdk, startJava } from './run-java.ts';

/** What runs the methods of the page, each asked for by the file that it stands in. */
const RUN = `
    public static void main(String[] given) throws Exception {
        var client = Titular.of(System.getenv("TITULAR_URL"),
            Credentials.clientSecret(System.getenv("CLIENT_ID"), System.getenv("CLIENT_SECRET")));
        switch (given[0]) {
            case "Waiting.java" -> printWaiting(client);
            case "WithKey.java" -> System.out.println(newClientWithKey().readLimits().limits().size() + " limits");
            case "Errors.java" -> explain(client, "019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e");
            default -> {
                var address = new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT")));
                var server = HttpServer.create(address, 0);
                server.createContext("/", newReceiver(System.getenv("WEBHOOK_SECRET")));
                server.start();
            }
        }
    }
`;

const asClass = (methods: readonly string[]): string => `import com.sun.net.httpserver.*;
import java.net.InetSocketAddress;
import java.util.Map;
import titular.*;
import titular.Types.*;
import titular.events.EventHandler;

public final class Page {
${[...methods, RUN].join('\n\n')}
}
`;

describe.skipIf(!hasJava)('the pages of the Java client', () => {
  let service: TestService;
  let tenant: TestTenant;
  let snippets: ReadonlyMap<string, string>;
  let directory: string;
  let classPath: string;
  beforeAll(async () => {
    service = await startTestService();
    tenant = await addTenant(service);
    directory = await mkdtemp(join(tmpdir(), 'titular-java-page-'));
    const pages = await readPagesOf(['clients/java/README.md', 'docs/clients/java.md'], 'java');
    snippets = pages.snippets;
    const install = /```sh\n([\s\S]*?)\n```/.exec(pages.readme)?.[1] ?? '';
    // As a reader types it beside a checkout of this repository.
    const beside = install.replaceAll('clients/java/', PACKAGE);
    const { code, stderr } = await runJdk('bash', ['--norc', '-euc', beside], { cwd: directory });
    expect([code, stderr]).toEqual([0, '']);
    const [[name, first = ''] = [], ...methods] = snippets;
    await writeFile(join(directory, `${name}`), first);
    await writeFile(join(directory, 'Page.java'), asClass(methods.map(([, one]) => one)));
    const jar = join(directory, 'titular.jar');
    classPath = `${jar}:${directory}`;
    const files = [`${name}`, 'Page.java'].map((file) => join(directory, file));
    await compileJava(files, directory, jar);
  }, 240_000);
  afterAll(async () => {
    await service.close();
    await rm(directory, { recursive: true });
  });

  const environment = (more: Record<string, string> = {}): Record<string, string> => ({
    TITULAR_URL: service.url,
    CLIENT_ID: tenant.clientId,
    CLIENT_SECRET: tenant.clientSecret,
    TENANT: tenant.tenantId,
    KEY_ID: tenant.keyId,
    PRIVATE_KEY: tenant.privateKeyPem,
    COMPANY: tenant.companyId,
    CPF: newCpf(),
    ORDER: `order-${crypto.randomUUID()}`,
    ...more,
  });

  const print = async (name: string, more: Record<string, string> = {}): Promise<string[]> => {
    const program = name === 'First.java' ? 'First' : 'Page';
    const env = environment(more);
    const { code, stdout, stderr } = await runJdk('java', [...FAST_START, '-cp', classPath, program, name], {
      env,
    });
    expect([code, stderr]).toEqual([0, '']);
    return stdout.trim().split('\n');
  };

  test('has no piece of code that no test below runs', () => {
    const names = ['First.java', 'Waiting.java', 'Errors.java', 'WithKey.java', 'Receiver.java'];
    expect([...snippets.keys()]).toEqual(names);
  });

  test('creates a first transaction, and finds it in the list', async () => {
    const ORDER = `order-${crypto.randomUUID()}`;
    const [line] = await print('First.java', { ORDER });
    expect(line).toMatch(/^[0-9a-f-]{36} is waiting: send the person to http/);
    expect(await print('Waiting.java')).toContain(`${ORDER} is waiting`);
  });

  test('gets in with a key', async () => {
    expect(await print('WithKey.java')).toEqual(['2 limits']);
  });

  test('tells an error by code, request id and place', async () => {
    expect(await print('Errors.java')).toEqual([
      expect.stringMatching(/^40401: .+ [0-9a-f-]{36} http:\S+\/docs#code-40401$/),
    ]);
  });

  test('handles a webhook once, when it is played back too, and refuses a bad signature (R40)', async () => {
    const PORT = String(await findFreePort());
    const [{ payload, secrets } = { payload: '', secrets: [] }] = WEBHOOK_CASES;
    const stolen = JSON.stringify({
      ...JSON.parse(payload),
      ...{ id: 'stolen', transactionId: 'stolen', hasIdentityChanged: true },
    });
    const env = environment({ WEBHOOK_SECRET: secrets[0] ?? '', PORT });
    const server = startJava(['-cp', classPath, 'Page', 'Receiver.java'], env);
    onTestFinished(() => void server.kill());
    let log = '';
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    const send = async (body: string, added = ''): Promise<number> => {
      const headers = signWebhook(JSON.parse(body).id, new Date(), body, [...secrets]);
      return (await fetch(`http://127.0.0.1:${PORT}/`, { method: 'POST', headers, body: body + added }))
        .status;
    };
    await expect.poll(() => send(payload).catch(() => 0)).toBe(204);
    expect([await send(payload), await send(payload, ' '), await send(stolen)]).toEqual([204, 400, 204]);
    const words = /event: \w+|handled|repeated/g;
    await expect
      .poll(() => log.match(words))
      .toEqual(['event: approved', 'handled', 'repeated', 'event: inconclusive', 'handled']);
  });
});
