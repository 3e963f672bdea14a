import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasGo, openDirectory, PACKAGE, run, runGo } from './run-go.ts';

/** A merchant's own struct has them in fields that are not exported, whose types fmt does not ask how they print. */
const PROGRAM = `package main

import (
	"context"
	"crypto"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"os"
	"titular"
)

type shop struct {
	client      *titular.Client
	copied      titular.Client
	credentials titular.Credentials
	secret      titular.ClientSecret
	pointer     *titular.ClientSecret
	withKey     titular.Assertion
	withSigner  titular.Assertion
	verifier    titular.WebhookVerifier
	list        []titular.Secret
	named       map[string]titular.ClientSecret
}

func main() {
	key := ed25519.NewKeyFromSeed([]byte("canary-seed-with-thirty-two-byte"))
	secret := titular.ClientSecret{ID: "shop", Secret: titular.NewSecret("canary-secret-4711")}
	client, err := titular.NewClient(os.Args[1], secret)
	if err != nil {
		panic(err)
	}
	if _, err := client.ReadLimits(context.Background()); err != nil {
		panic(err)
	}
	own := shop{
		client: client, copied: *client, credentials: secret, secret: secret, pointer: &secret,
		withKey:    titular.Assertion{Account: "shop", PrivateKey: titular.NewSecret("canary-key")},
		withSigner: titular.Assertion{Account: "shop", Signer: func() crypto.Signer { return key }},
		verifier:   titular.WebhookVerifier{Secrets: titular.NewSecrets("whsec_canary", "whsec_canary")},
		list:       titular.NewSecrets("canary-list"),
		named:      map[string]titular.ClientSecret{"shop": secret},
	}
	for _, verb := range "vsqxXdobeEfFgGtTcUpw" {
		for _, flag := range []string{"", "+", "#", " ", "+#"} {
			form := "%" + flag + string(verb) + "\\n"
			fmt.Printf(form, own)
			fmt.Printf(form, &own)
			fmt.Printf(form, []any{own, own.secret, own.list, *client})
		}
	}
	for _, one := range []any{own, own.secret, own.withKey, own.withSigner, own.verifier} {
		content, _ := json.Marshal(one)
		fmt.Println(string(content))
	}
}
`;

describe.skipIf(!hasGo)('a secret of the Go client', () => {
  const directory = openDirectory();
  let program = '';
  beforeAll(async () => {
    const folder = await directory.make('shop');
    await runGo(folder, 'mod', 'init', 'example.com/shop');
    const place = PACKAGE.replace(/\/$/, '');
    await runGo(folder, 'mod', 'edit', '-require=titular@v0.0.0', `-replace=titular=${place}`);
    await writeFile(join(folder, 'main.go'), PROGRAM);
    program = join(folder, 'program');
    await runGo(folder, 'build', '-o', program, '.');
  }, 240_000);

  test('is shown by no verb of fmt and no JSON, also in a field of a struct that is not exported', async () => {
    const service = await startScripted();
    const { code, stdout, stderr } = await run(program, [service.url]);
    expect([code, stderr]).toEqual([0, '']);
    expect(service.tokenRequests.length).toBe(1);
    expect(stdout).toContain('titular.ClientSecret(hidden)');
    const canaries = ['canary', 'token-1'].flatMap((text) => {
      const hex = Buffer.from(text).toString('hex');
      const octets = [...Buffer.from(text)];
      return [
        text,
        hex,
        hex.toUpperCase(),
        octets.join(' '),
        octets.map((one) => `0x${one.toString(16)}`).join(', '),
      ];
    });
    expect(canaries.filter((one) => stdout.includes(one))).toEqual([]);
  });
});
