import { writeFile } from 'node:fs/promises';
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
import { differsFromGofmt, hasGo, openDirectory, PACKAGE, run, runGo, start } from './run-go.ts';

/** What runs the functions of the page, each asked for by the file that it stands in. */
const RUN = `
func main() {
	client, err := titular.NewClient(os.Getenv("TITULAR_URL"), titular.ClientSecret{
		ID:     os.Getenv("CLIENT_ID"),
		Secret: titular.NewSecret(os.Getenv("CLIENT_SECRET")),
	})
	ctx := context.Background()
	switch os.Args[1] {
	case "pages.go":
		err = printWaiting(ctx, client)
	case "key.go":
		client, err = newClientWithKey()
		if err == nil {
			answer, failed := client.ReadLimits(ctx)
			err = failed
			fmt.Println(len(answer.Limits), "limits")
		}
	case "errors.go":
		explain(ctx, client, "019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e")
	case "receiver.go":
		err = http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), newReceiver(os.Getenv("WEBHOOK_SECRET")))
	}
	if err != nil {
		log.Fatal(err)
	}
}
`;

const PATHS: Readonly<Record<string, string>> = { http: 'net/http' };

/** A file with the packages that its code names. */
function asFile(code: string): string {
  const known = ['context', 'errors', 'fmt', 'io', 'log', 'http', 'os', 'time', 'titular'];
  const named = known.filter((name) => new RegExp(`\\b${name}\\.[A-Z]`).test(code));
  const imports = named.map((name) => `\t"${PATHS[name] ?? name}"`);
  return `package main\n\nimport (\n${imports.join('\n')}\n)\n\n${code.trim()}\n`;
}

describe.skipIf(!hasGo)('the pages of the Go client', () => {
  let service: TestService;
  let tenant: TestTenant;
  let snippets: ReadonlyMap<string, string>;
  let install: readonly string[];
  const directory = openDirectory();
  beforeAll(async () => {
    service = await startTestService();
    tenant = await addTenant(service);
    const pages = await readPagesOf(['clients/go/README.md', 'docs/clients/go.md'], 'go');
    snippets = pages.snippets;
    install = (/```sh\n([\s\S]*?)\n```/.exec(pages.readme)?.[1] ?? '').split('\n');
    const [[, first = ''] = [], ...functions] = snippets;
    const [shop, others] = [await directory.make('shop'), await directory.make('others')];
    // As a newcomer does: before there is a program, and without a module.
    for (const folder of [shop, others])
      for (const line of install) await runGo(folder, ...installWords(line));
    await writeFile(join(shop, 'main.go'), `${first}\n`);
    for (const [name, code] of functions) await writeFile(join(others, name), asFile(code));
    await writeFile(join(others, 'main.go'), asFile(RUN));
    for (const folder of [shop, others]) await runGo(folder, 'build', '-o', 'program', '.');
  }, 240_000);
  afterAll(() => service.close());

  /** A line of the page as a reader types it beside a checkout of this repository. */
  const installWords = (line: string): string[] =>
    line.replace('./clients/go', PACKAGE.replace(/\/$/, '')).split(' ').slice(1);

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
    const folder = name === 'first.go' ? 'shop' : 'others';
    const program = join(directory.path, folder, 'program');
    const { code, stdout, stderr } = await run(program, [name], { env: environment(more) });
    expect([code, stderr]).toEqual([0, '']);
    return stdout.trim().split('\n');
  };

  test('has no piece of code that no test below runs, and each as gofmt writes it', async () => {
    expect([...snippets.keys()]).toEqual(['first.go', 'pages.go', 'errors.go', 'key.go', 'receiver.go']);
    expect(await differsFromGofmt(directory.path)).toBe('');
    expect(install.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'go mod init',
      'go mod edit',
    ]);
  });

  test('creates a first transaction, and finds it in the list', async () => {
    const ORDER = `order-${crypto.randomUUID()}`;
    const [line] = await print('first.go', { ORDER });
    expect(line).toMatch(/^[0-9a-f-]{36} is waiting: send the person to http/);
    expect(await print('pages.go')).toContain(`${ORDER} is waiting`);
  });

  test('gets in with a key', async () => {
    expect(await print('key.go')).toEqual(['2 limits']);
  });

  test('tells an error by code, request id and place', async () => {
    expect(await print('errors.go')).toEqual([
      expect.stringMatching(/^40401 .+ [0-9a-f-]{36} http:\S+\/docs#code-40401$/),
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
    const server = start(join(directory.path, 'others', 'program'), ['receiver.go'], { env });
    onTestFinished(() => void server.kill());
    let log = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    const send = async (body: string, added = ''): Promise<number> => {
      const headers = signWebhook(JSON.parse(body).id, new Date(), body, [...secrets]);
      return (await fetch(`http://127.0.0.1:${PORT}/`, { method: 'POST', headers, body: body + added }))
        .status;
    };
    await expect.poll(() => send(payload).catch(() => 0)).toBe(204);
    expect([await send(payload), await send(payload, ' '), await send(stolen)]).toEqual([204, 400, 204]);
    expect(await send(payload, ' '.repeat(65_537))).toBe(413);
    const words = /event: \w+|handled|repeated/g;
    await expect
      .poll(() => log.match(words))
      .toEqual(['event: approved', 'handled', 'repeated', 'event: inconclusive', 'handled']);
  });
});
