<?php

declare(strict_types=1);

// Runs calls that a test names by JSON on standard input, and prints what came of each.

use Titular\Assertion;
use Titular\ClientSecret;
use Titular\Errors\TitularException;
use Titular\Http\Clock;
use Titular\Http\SystemClock;
use Titular\Titular;
use Titular\Tokens\TokenStore;
use Titular\Webhooks\Webhook;

require __DIR__ . '/autoload.php';

set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

/** Notes waits instead of waiting; a job moves its time on, and names all that chance brings. */
final class CountedClock implements Clock
{
    /** @var list<float> */
    public array $slept = [];
    public float $passed = 0;
    /** Seconds that somebody has set the time of day forward, or back where they are below 0. */
    public float $set = 0;
    private SystemClock $system;

    public function __construct(private readonly float $chance)
    {
        $this->system = new SystemClock();
    }

    public function now(): float
    {
        return $this->system->now() + $this->passed + $this->set;
    }

    public function elapsed(): float
    {
        return $this->system->elapsed() + $this->passed;
    }

    public function sleep(float $seconds): void
    {
        $this->slept[] = $seconds;
        $this->passed += $seconds;
    }

    public function chance(): float
    {
        return $this->chance;
    }
}

/** Keeps tokens for all clients of a job; a job names the methods that fail. */
final class SharedStore implements TokenStore
{
    /** @var array<string, string> */
    public array $kept = [];

    /** @param list<string> $failing */
    public function __construct(private readonly array $failing)
    {
    }

    private function fail(string $method): void
    {
        if (in_array($method, $this->failing, true)) {
            throw new UnexpectedValueException('canary-secret-4711');
        }
    }

    public function load(string $key): ?string
    {
        $this->fail('load');

        return $this->kept[$key] ?? null;
    }

    public function save(string $key, #[SensitiveParameter] string $value, int $seconds): void
    {
        $this->fail('save');
        $this->kept[$key] = $value;
    }

    public function remove(string $key): void
    {
        $this->fail('remove');
        unset($this->kept[$key]);
    }
}

/** Signs by another program, as a key service does. */
function signElsewhere(string $content): string
{
    $program = [getenv('NODE'), '-e', getenv('SIGN')];
    $process = proc_open($program, [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
    fwrite($pipes[0], $content);
    fclose($pipes[0]);
    $signature = stream_get_contents($pipes[1]);
    if (proc_close($process) !== 0) {
        throw new RuntimeException('the key service is away, said canary-secret-4711');
    }

    return $signature;
}

/** Credentials of a job, with what JSON cannot hold. */
function credentialsOf(#[SensitiveParameter] array $given): ClientSecret|Assertion
{
    if (isset($given['clientId'])) {
        return new ClientSecret(...$given);
    }

    return new Assertion(...$given, ...(isset($given['privateKey']) ? [] : ['sign' => signElsewhere(...)]));
}

/** All that a program could show of something. */
function show(mixed $thing): string
{
    ob_start();
    var_dump($thing);
    $shown = ob_get_clean() . print_r($thing, true) . json_encode($thing, JSON_PARTIAL_OUTPUT_ON_ERROR);
    try {
        $shown .= serialize($thing);
    } catch (Throwable) {
        // What is not serialized shows nothing.
    }

    return $shown . (is_object($thing) ? print_r((array) $thing, true) : '');
}

/** What came of a call, or what its error says. */
function tell(#[SensitiveParameter] Closure $work): array
{
    try {
        $value = $work();

        return ['value' => is_string($value) ? strlen($value) : $value];
    } catch (TitularException $error) {
        $told = [
            'type' => (new ReflectionClass($error))->getShortName(),
            'kind' => $error::KIND,
            'code' => $error->code,
            'status' => $error->status,
            'docs' => $error->docs,
            'requestId' => $error->requestId,
            'retryable' => $error->retryable,
            'retryAfter' => $error->retryAfter,
            'idempotencyKey' => $error->idempotencyKey,
        ];

        return ['error' => $told, 'text' => $error . show($error->getTrace()) . print_r($error, true)];
    } catch (InvalidArgumentException | TypeError $error) {
        return ['wrong' => $error->getMessage(), 'text' => $error . show($error->getTrace())];
    }
}

function makeClient(#[SensitiveParameter] array $job, ?Clock $clock, ?TokenStore $store): Titular
{
    $options = array_intersect_key($job, array_flip(['maxRetries', 'timeoutSeconds', 'deadlineSeconds', 'caFile']));
    if (isset($options['deadlineSeconds'])) {
        $options['deadlineSeconds'] = $options['deadlineSeconds'] ?: INF;
    }

    return new Titular($job['url'], credentialsOf($job['credentials']), ...$options, tokenStore: $store, clock: $clock);
}

/** Calls in turn, by one client, or each by a client of its own that shares a store of tokens. */
function runJob(#[SensitiveParameter] array $job): array
{
    $clock = ($job['counts'] ?? true) ? new CountedClock($job['chance'] ?? 0) : null;
    $store = ($job['shares'] ?? false) ? new SharedStore($job['failing'] ?? []) : null;
    $client = makeClient($job, $clock, $store);
    $results = [];
    foreach ($job['calls'] ?? [] as $call) {
        if ($clock !== null) {
            $clock->passed += $call['afterSeconds'] ?? 0;
            $clock->set += $call['setSeconds'] ?? 0;
        }
        $asked = $store === null ? $client : makeClient(array_replace($job, $call['client'] ?? []), $clock, $store);
        $method = $asked->{$call['method']}(...);
        $args = $call['args'] ?? [];
        $given = [...$args, ...($call['options'] ?? [])];
        array_walk_recursive($given, static function (mixed &$one): void {
            $one = ['$NaN' => NAN, '$broken' => "Jo\xe3o"][is_string($one) ? $one : ''] ?? $one;
        });
        $results[] = tell(
            ($call['pages'] ?? false)
                ? static fn () => iterator_to_array($asked->pages($method, ...$given), false)
                : static fn () => $method(...$given),
        );
    }
    $shown = show($client) . show(credentialsOf($job['credentials']));

    return ['results' => $results, 'slept' => $clock?->slept ?? [], 'shown' => $shown, 'kept' => count($store?->kept ?? [])];
}

/** Each delivery held against its own secrets. */
function verifyAll(#[SensitiveParameter] array $deliveries): array
{
    $results = [];
    foreach ($deliveries as $delivery) {
        $results[] = tell(static fn () => Webhook::verify(...$delivery));
    }

    return ['results' => $results];
}

$job = json_decode(stream_get_contents(STDIN), true, flags: JSON_THROW_ON_ERROR);
ini_set('error_log', $job['log'] ?? '');
try {
    $told = isset($job['deliveries']) ? verifyAll($job['deliveries']) : runJob($job);
} catch (InvalidArgumentException $error) {
    $told = ['results' => [['wrong' => $error->getMessage(), 'text' => $error . show($error->getTrace())]], 'slept' => [], 'shown' => ''];
}
echo json_encode($told, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
