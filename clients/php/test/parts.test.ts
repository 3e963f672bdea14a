import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDirectory } from '../../suite/temporary.ts';
import { AUTOLOAD, hasPhp, runPhp } from './run-php.ts';

/** Runs code with the client beside it, and returns the value that it returns. */
async function evaluate(code: string, ...given: readonly string[]): Promise<unknown> {
  const program = `require ${JSON.stringify(AUTOLOAD)};
    use Titular\\{Assertion, Input, Http\\Backoff, Http\\BaseUrl, Http\\Json, Tokens\\FileTokenStore, Tokens\\PrivateKey};
    use Titular\\Webhooks\\{EventHandler, EventMark, FileEventStore, MemoryEventStore};
    $given = array_slice($argv, 1);
    $tell = function (callable $work) { try { return $work(); } catch (Exception $error) { return $error->getMessage(); } };
    echo json_encode((function () use ($given, $tell) { ${code} })(), JSON_THROW_ON_ERROR);`;
  const { code: status, stdout, stderr } = await runPhp(['-r', program, '--', ...given]);
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const pem = (): { privateKey: string; publicKey: string } =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

describe.skipIf(!hasPhp)('signatures of the PHP client', () => {
  test('have 64 bytes whatever the numbers in them are, as RFC 7518 section 3.4 says', async () => {
    const one = '01'.padStart(64, '0');
    const high = 'ff'.padEnd(64, '0');
    const ders = ['3006020101020101', `3026022100${high}020101`, `3026020101022100${high}`];
    const code = 'return array_map(fn ($der) => bin2hex(PrivateKey::toRaw(hex2bin($der))), $given);';
    expect(await evaluate(code, ...ders)).toEqual([one + one, high + one, one + high]);
  });

  test('verify by the public key, each of them', async () => {
    const { privateKey, publicKey } = pem();
    const code = `$key = PrivateKey::open($given[0]);
      return array_map(fn ($at) => base64_encode($key->sign("content $at")), range(0, 299));`;
    const signatures = (await evaluate(code, privateKey)) as string[];
    const key = { key: createPublicKey(publicKey), dsaEncoding: 'ieee-p1363' } as const;
    const wrong = signatures.filter(
      (one, at) => !verify('sha256', Buffer.from(`content ${at}`), key, Buffer.from(one, 'base64')),
    );
    expect([signatures.length, wrong]).toEqual([300, []]);
  });

  test('are made with a key that is given, never with a file that is named', async () => {
    const { privateKey } = pem();
    const file = join(await makeDirectory(), 'key.pem');
    await writeFile(file, privateKey);
    const code = `return $tell(fn () => (new Assertion('shop', 'tenant', privateKey: $given[0]))->algorithm);`;
    expect(await evaluate(code, privateKey)).toBe('ES256');
    expect(await evaluate(code, `file://${file}`)).toContain('privateKey is no key that can sign here');
  });
});

describe.skipIf(!hasPhp)('waits and texts of the PHP client', () => {
  test('read Retry-After as a number or a date, and nothing else (R71)', async () => {
    const now = Date.parse('2026-01-01T12:00:00Z') / 1000;
    const headers = ['7', ' 7 ', 'Thu, 01 Jan 2026 12:00:30 GMT', 'Thu, 01 Jan 2026 11:00:00 GMT'];
    const none = ['', '-1', '1.5', '1e3', 'soon', 'Thu, 99 Foo 2026 12:00:30 GMT', '7\n8'];
    const code = `$now = (float) array_shift($given);
      return array_map(fn ($header) => Backoff::parseRetryAfter($header, $now), $given);`;
    expect(await evaluate(code, String(now), ...headers)).toEqual([7, 7, 30, 0]);
    const others = ['Thursday, 01-Jan-26 12:00:30 GMT', 'Thu Jan  1 12:00:30 2026', '99999999999'];
    expect(await evaluate(code, String(now), ...others)).toEqual([30, 30, 999_999_999]);
    expect(await evaluate(code, String(now), ...none)).toEqual(none.map(() => null));
  });

  test('write an address as others do: the name of the account is made of it', async () => {
    const given = [
      'HTTPS://Verify.Bank.Example:443/',
      'https://a:8443/x/api/public/v1',
      'http://LocalHost:80',
    ];
    const code = 'return array_map(fn ($url) => BaseUrl::parse($url, false), $given);';
    expect(await evaluate(code, ...given)).toEqual([
      ...['https://verify.bank.example', 'https://a:8443/x', 'http://localhost'],
    ]);
  });

  test('write times in UTC, and what is left out not at all', async () => {
    const code = `return Input::writeQuery(['from' => new DateTime('2026-01-01T12:00:00.5-03:00'), 'to' => null, 'limit' => 5, 'a b' => 'ü&']);`;
    expect(await evaluate(code)).toBe('from=2026-01-01T15%3A00%3A00.500Z&limit=5&a%20b=%C3%BC%26');
  });

  test('write an amount as the program does, and leave the precision of the machine as it was', async () => {
    const code = `ini_set('serialize_precision', '17');
      $told = [Json::writeObject(['value' => 99.9]), $tell(fn () => Json::writeObject(['value' => NAN]))];
      return [...$told, ini_get('serialize_precision')];`;
    const refusal = 'body cannot be written as JSON: Inf and NaN cannot be JSON encoded';
    expect(await evaluate(code)).toEqual(['{"value":99.9}', refusal, '17']);
  });
});

const EVENTS = `$event = fn (string $id, ?int $sequence = null) =>
  ['id' => $id, 'type' => 'moved'] + ($sequence === null ? [] : ['transactionId' => 't', 'sequence' => $sequence]);
  $done = [];
  $isAway = false;
  $handler = new EventHandler(['moved' => function (array $event) use (&$done, &$isAway) {
    if ($isAway) { throw new Exception('away'); }
    $done[] = $event['id'];
  }], $store);`;

describe.skipIf(!hasPhp)('the event handler of the PHP client', () => {
  test.each(['new MemoryEventStore()', 'new FileEventStore($given[0])'])(
    'handles each event once, none that was overtaken, and a failed one again: %s',
    async (store) => {
      const file = join(await makeDirectory(), 'events.json');
      const code = `$store = ${store}; ${EVENTS}
        $told = [$handler->handle($event('a', 2)), $handler->handle($event('a', 2)), $handler->handle($event('b', 1))];
        $isAway = true;
        $told[] = $tell(fn () => $handler->handle($event('c', 3)));
        $isAway = false;
        array_push($told, $handler->handle($event('c', 3)), $handler->handle(['id' => 'd', 'type' => 'newer']));
        $store->claim(new EventMark('e'));
        $told[] = $tell(fn () => $handler->handle($event('e')));
        return [$told, $done];`;
      expect(await evaluate(code, file)).toEqual([
        [
          ...['handled', 'repeated', 'stale', 'away', 'handled', 'unhandled'],
          'the event is being worked on elsewhere',
        ],
        ['a', 'c'],
      ]);
    },
  );

  test('takes an event up again whose process died over it, and in its order', async () => {
    const file = join(await makeDirectory(), 'events.json');
    const code = `$store = new FileEventStore($given[0], leaseSeconds: 0); ${EVENTS}
      $store->claim(new EventMark('a', 't', 2));
      return [$handler->handle($event('a', 2)), $handler->handle($event('a', 2)), $done];`;
    expect(await evaluate(code, file)).toEqual(['handled', 'repeated', ['a']]);
  });

  test('does not take up an event whose process died once a later one was handled', async () => {
    const file = join(await makeDirectory(), 'events.json');
    const code = `$store = new FileEventStore($given[0], leaseSeconds: 0); ${EVENTS}
      $store->claim(new EventMark('a', 't', 2));
      return [$handler->handle($event('b', 3)), $handler->handle($event('a', 2)), $done];`;
    expect(await evaluate(code, file)).toEqual(['handled', 'stale', ['b']]);
  });

  test('keeps an event waiting while another of its transaction is worked on elsewhere', async () => {
    const file = join(await makeDirectory(), 'events.json');
    const code = `$store = new FileEventStore($given[0]); ${EVENTS}
      $store->claim(new EventMark('a', 't', 2));
      $told = [$tell(fn () => $handler->handle($event('b', 3))), $tell(fn () => $handler->handle($event('z', 1)))];
      $store->finish(new EventMark('a', 't', 2));
      array_push($told, $handler->handle($event('b', 3)), $handler->handle($event('a', 2)), $handler->handle($event('z', 1)));
      return [$told, $done];`;
    const busy = 'the event is being worked on elsewhere';
    expect(await evaluate(code, file)).toEqual([[busy, 'stale', 'handled', 'repeated', 'stale'], ['b']]);
  });

  test('of another kind has no event taken for handled by an answer that is no verdict', async () => {
    const code = `$store = new class implements Titular\\Webhooks\\EventStore {
        public function claim(EventMark $mark): string { return 'claimed'; }
        public function finish(EventMark $mark): void {}
        public function release(EventMark $mark): void {}
      }; ${EVENTS}
      return [$tell(fn () => $handler->handle($event('a', 1))), $done];`;
    expect(await evaluate(code)).toEqual(['claim of the store must return new, repeated, busy or stale', []]);
  });

  test('gives an event to one of many processes that begin together', async () => {
    const file = join(await makeDirectory(), 'events.json');
    const code = `$store = new FileEventStore($given[0]);
      return array_map(fn ($at) => $store->claim(new EventMark("event $at")), range(1, 50));`;
    const claimed = (await Promise.all([1, 2, 3, 4].map(() => evaluate(code, file)))) as string[][];
    const counts = Array.from({ length: 50 }, (_, at) => claimed.filter((one) => one[at] === 'new').length);
    expect(counts).toEqual(Array(50).fill(1));
    const parts = (await readdir(dirname(file))).filter((name) => /\.\d\d$/.test(name));
    const kept = await Promise.all(parts.map((name) => readFile(join(dirname(file), name), 'utf8')));
    expect(kept.flatMap((text) => Object.keys(JSON.parse(text).events))).toHaveLength(50);
  });

  test('leaves an event to whoever took it up when the lease was over, though the first fails after all', async () => {
    const file = join(await makeDirectory(), 'events.json');
    const code = `$mark = new EventMark('a', 't', 2);
      [$first, $second] = array_map(fn () => new FileEventStore($given[0], leaseSeconds: 0), [1, 2]);
      $told = [$first->claim($mark), $second->claim($mark)];
      $first->release($mark);
      $third = new FileEventStore($given[0]);
      $told[] = (new FileEventStore($given[0]))->claim($mark);
      $second->finish($mark);
      $first->release($mark);
      return [...$told, $third->claim($mark)];`;
    expect(await evaluate(code, file)).toEqual(['new', 'new', 'busy', 'repeated']);
  });
});

describe.skipIf(!hasPhp)('the file of tokens of the PHP client', () => {
  test('is for its user alone, and a directory that is open to others is refused', async () => {
    const directory = join(await makeDirectory(), 'tokens');
    const code = `return $tell(function () use ($given) {
      $store = new FileTokenStore($given[0]);
      $store->save('key', 'value', 60);
      $loaded = [$store->load('key'), $store->load('other')];
      $store->remove('key');
      return [...$loaded, $store->load('key')];
    });`;
    expect(await evaluate(code, directory)).toEqual(['value', null, null]);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect(await readdir(directory)).toEqual([]);
    await mkdir(join(directory, 'taken'));
    const failing = `return $tell(fn () => @(new FileTokenStore($given[0]))->save('taken', 'value', 60));`;
    expect(await evaluate(failing, directory)).toBe('the token cannot be kept');
    expect(await readdir(directory)).toEqual(['taken']);
    const open = join(await makeDirectory(), 'open');
    await mkdir(open);
    await chmod(open, 0o755);
    expect(await evaluate(code, open)).toBe('the directory of tokens is open to other users: chmod 700');
  });
});
