<?php

declare(strict_types=1);

namespace Titular;

use Titular\Errors\NetworkException;
use Titular\Errors\TimeoutException;
use Titular\Errors\TitularException;
use Titular\Http\Backoff;
use Titular\Http\BaseUrl;
use Titular\Http\Clock;
use Titular\Http\Exchange;
use Titular\Http\Json;
use Titular\Http\Prepared;
use Titular\Http\Refusals;
use Titular\Http\SystemClock;
use Titular\Http\Transport;
use Titular\Tokens\AccessTokens;
use Titular\Tokens\TokenEndpoint;
use Titular\Tokens\TokenStore;

/** The service for one service account. Make one and keep it: all calls share an access token. */
final class Titular extends Operations
{
    /** Version of this package. */
    public const VERSION = '0.1.0';

    private const FINAL_STATUSES = [
        'approved', 'inconclusive', 'expired', 'unknown-share', 'fast-inconclusive', 'absent-holder', 'canceled',
    ];
    private const FINAL_STATES = ['PROCESS_STATE_FINISHED', 'PROCESS_STATE_FAILED'];

    private readonly string $origin;
    private readonly Transport $transport;
    private readonly Refusals $refusals;
    private readonly AccessTokens $tokens;
    private readonly Clock $clock;

    /**
     * Arguments that cannot work are an InvalidArgumentException.
     *
     * @param float $timeoutSeconds limit for each single request
     * @param float $deadlineSeconds limit for a whole call, with the token, all tries and the waits between them; INF for none
     * @param int $maxRetries tries after the first
     * @param bool $allowHttp whether plain http may leave this machine, which shows the credentials to the network
     * @param string|null $caFile PEM file of the authorities to trust, in place of those of the machine
     * @param TokenStore|null $tokenStore shares the access token with other processes
     */
    public function __construct(
        string $baseUrl,
        ClientSecret|Assertion $credentials,
        float $timeoutSeconds = 30,
        private readonly float $deadlineSeconds = 600,
        private readonly int $maxRetries = 5,
        bool $allowHttp = false,
        ?string $caFile = null,
        ?TokenStore $tokenStore = null,
        ?Clock $clock = null,
    ) {
        $this->clock = $clock ?? new SystemClock();
        $this->origin = BaseUrl::parse($baseUrl, $allowHttp);
        Input::requireNumber('timeoutSeconds', $timeoutSeconds, 0.001, 600);
        Input::requireNumber('deadlineSeconds', $deadlineSeconds, 0.001, INF);
        Input::requireNumber('maxRetries', $maxRetries, 0, 20);
        $this->transport = new Transport($this->origin, $timeoutSeconds, $caFile, $this->clock);
        $this->refusals = new Refusals($this->origin, $this->clock);
        $endpoint = new TokenEndpoint($credentials, $this->transport, $this->refusals, $this->clock, $maxRetries);
        $this->tokens = new AccessTokens($endpoint, $this->clock, $tokenStore);
    }

    /** Whether a transaction will never change again; false for a status that this version does not know. */
    public static function isFinalStatus(string $status): bool
    {
        return in_array($status, self::FINAL_STATUSES, true);
    }

    /**
     * Polls a transaction, ever more rarely, until its status is final; a TimeoutException after that time.
     *
     * @return array<string, mixed> as `readTransaction` returns it
     */
    public function waitForFinal(string $transactionId, float $timeoutSeconds = 600): array
    {
        $read = fn (float $left): array => $this->readTransaction($transactionId, maxRetries: 0, deadlineSeconds: $left);
        $isEnd = static fn (array $answer): bool => self::isFinalStatus((string) ($answer['status'] ?? ''));

        return $this->wait($transactionId, $read, $isEnd, $timeoutSeconds);
    }

    /**
     * Polls a process until it has finished or failed; a TimeoutException after that time.
     *
     * @return array<string, mixed> as `readProcess` returns it
     */
    public function waitForFinalProcess(string $processId, float $timeoutSeconds = 600): array
    {
        $read = fn (float $left): array => $this->readProcess($processId, maxRetries: 0, deadlineSeconds: $left);
        $isEnd = static fn (array $answer): bool => in_array($answer['process']['state'] ?? '', self::FINAL_STATES, true);

        return $this->wait($processId, $read, $isEnd, $timeoutSeconds);
    }

    /**
     * Goes through a list page by page: `$client->pages($client->listTransactions(...), status: 'approved')`.
     *
     * The log of events is gone through to its present end. The `cursor` of its last page is where to go on later, as `after`.
     *
     * @param callable(mixed...): array<string, mixed> $method
     * @return \Generator<int, array<string, mixed>>
     */
    public function pages(callable $method, mixed ...$given): \Generator
    {
        // The log of events names each of its places, its end too, and asks by another name.
        $name = isset($given['after']) ? 'after' : 'cursor';
        // Brent's algorithm finds a place that comes again: one place is kept, however long the list.
        $mark = null;
        $steps = $limit = 0;
        while (true) {
            $page = $method(...$given);
            yield $page;
            $following = $page['nextCursor'] ?? null;
            if (isset($page['hasMore'])) {
                $following = $page['hasMore'] ? $page['cursor'] : null;
            }
            if ($following === null) {
                return;
            }
            if ($steps === $limit) {
                [$mark, $steps, $limit] = [$given[$name] ?? null, 0, 2 * $limit + 1];
            }
            $steps++;
            if ($following === $mark) {
                // It would never end.
                throw new NetworkException('the pages of the list lead in a circle', 'BROKEN_ANSWER', retryable: true);
            }
            $given[$name] = $following;
        }
    }

    /**
     * @param \Closure(float): array<string, mixed> $read
     * @param \Closure(array<string, mixed>): bool $isEnd
     * @return array<string, mixed>
     */
    private function wait(string $id, \Closure $read, \Closure $isEnd, float $timeoutSeconds): array
    {
        Input::requireNumber('timeoutSeconds', $timeoutSeconds, 0.001, INF);
        $endsAt = $this->clock->elapsed() + $timeoutSeconds;
        $faults = 0;
        for ($readings = 1; ; $readings++) {
            try {
                $answer = $read(max($endsAt - $this->clock->elapsed(), 0.001));
                if ($isEnd($answer)) {
                    return $answer;
                }
                $faults = 0;
                $pause = min(2 * 1.5 ** min($readings - 1, 20), 30) * (1 + $this->clock->chance() / 4);
            } catch (TitularException $error) {
                // A wait of hours outlives a fault of minutes; what will not pass by itself ends it.
                if (!$error->retryable) {
                    throw $error;
                }
                $asked = Backoff::waitSeconds(++$faults, $error->retryAfter, $this->clock->chance());
                // A Retry-After of nothing, or of a time that our clock has behind it, would have it ask without a pause.
                $pause = max($asked, Backoff::FIRST_WAIT_SECONDS);
            }
            if ($this->clock->elapsed() + $pause > $endsAt) {
                throw new TimeoutException("{$id} had not ended after {$timeoutSeconds} s", 'TIMEOUT', retryable: true);
            }
            $this->clock->sleep($pause);
        }
    }

    protected function call(
        Operation $operation,
        array $ids,
        array $query = [],
        #[\SensitiveParameter] ?array $body = null,
        string|false|null $idempotencyKey = null,
        ?int $maxRetries = null,
        ?float $deadlineSeconds = null,
        ?string $scenario = null,
    ): array|string {
        $maxRetries = (int) Input::requireNumber('maxRetries', $maxRetries ?? $this->maxRetries, 0, 20);
        $seconds = Input::requireNumber('deadlineSeconds', $deadlineSeconds ?? $this->deadlineSeconds, 0.001, INF);
        $key = null;
        if ($operation->repeat === 'under-key' && $idempotencyKey !== false) {
            $key = Input::requireHeaderText('idempotencyKey', $idempotencyKey ?? Input::newUuid());
        }
        $headers = $this->headers($body !== null, $key, $scenario);
        $endsAt = $this->clock->elapsed() + $seconds;
        $content = $body === null ? null : Json::writeObject($body);
        $exchange = new Exchange(
            operation: $operation->name,
            method: $operation->method,
            path: Input::fillPath($operation->path, $ids),
            isRepeatable: $operation->repeat === 'always' || $key !== null,
            prepare: $this->preparing($operation, $headers, $content, $endsAt, $maxRetries),
            toError: $this->refusals->ofApi(...),
            maxRetries: $maxRetries,
            endsAt: $endsAt,
            query: Input::writeQuery($query),
            isFile: $operation->isFile,
        );
        try {
            $answer = $this->transport->send($exchange);
        } catch (TitularException $error) {
            throw $error->withKey($key);
        }

        return $operation->isFile ? $answer->content : ($answer->body ?? []);
    }

    /** @return array<string, string> */
    private function headers(bool $hasBody, ?string $key, ?string $scenario): array
    {
        return array_filter([
            'content-type' => $hasBody ? 'application/json' : null,
            'idempotency-key' => $key,
            'x-titular-scenario' => $scenario === null ? null : Input::requireHeaderText('scenario', $scenario),
        ], static fn (?string $value): bool => $value !== null);
    }

    /**
     * The body is written once: a repeat under one key has to be the same to the byte.
     *
     * @param array<string, string> $headers
     * @return \Closure(): Prepared
     */
    private function preparing(
        Operation $operation,
        array $headers,
        #[\SensitiveParameter] ?string $content,
        float $endsAt,
        int $maxRetries,
    ): \Closure {
        if (!$operation->hasToken) {
            return static fn (): Prepared => new Prepared($headers, $content);
        }

        return function () use ($headers, $content, $endsAt, $maxRetries): Prepared {
            $token = $this->tokens->get($endsAt, $maxRetries);
            $authorized = ['authorization' => "Bearer {$token->reveal()}"] + $headers;

            return new Prepared($authorized, $content, fn () => $this->tokens->discard($token));
        };
    }

    public function __debugInfo(): array
    {
        return ['origin' => $this->origin];
    }
}
