<?php

declare(strict_types=1);

namespace Titular\Http;

use Titular\Errors\ApiException;
use Titular\Errors\NetworkException;
use Titular\Errors\TimeoutException;
use Titular\Errors\TitularException;

/**
 * Sends requests with all of their tries: the only place that retries.
 *
 * @internal
 */
final class Transport
{
    private readonly Connection $connection;

    public function __construct(
        public readonly string $origin,
        private readonly float $timeoutSeconds,
        ?string $caFile,
        private readonly Clock $clock,
    ) {
        $this->connection = new Connection($caFile);
    }

    /** Sends until an answer comes, retries are used up or time is over; new credentials are tried once, at once. */
    public function send(Exchange $exchange): Answer
    {
        $isRenewed = false;
        for ($retry = 1; ; $retry++) {
            $prepared = ($exchange->prepare)();
            $answer = null;
            try {
                $answer = $this->tryOnce($exchange, $prepared);
                $error = $this->judge($exchange, $answer);
            } catch (TitularException $fault) {
                $error = $fault;
            }
            if ($error === null) {
                return $answer;
            }
            if ($prepared->renew !== null && !$isRenewed && $answer?->saysInvalidToken()) {
                $isRenewed = true;
                ($prepared->renew)();
                $retry--;
                continue;
            }
            $pause = Backoff::waitSeconds($retry, $error->retryAfter, $this->clock->chance());
            $isLate = $this->clock->elapsed() + $pause > $exchange->endsAt;
            if ($retry > $exchange->maxRetries || $isLate || !$this->mayRepeat($error, $exchange)) {
                throw $error;
            }
            $this->clock->sleep($pause);
        }
    }

    private function tryOnce(Exchange $exchange, Prepared $prepared): Answer
    {
        $left = $exchange->endsAt - $this->clock->elapsed();
        if ($left <= 0) {
            throw new TimeoutException("no time was left for {$exchange->operation}", 'TIMEOUT', retryable: true);
        }
        $limit = min($this->timeoutSeconds, $exchange->maxSeconds, $left);

        return $this->connection->ask(
            $exchange->operation,
            $exchange->method,
            $this->origin . $exchange->path,
            $exchange->query,
            ['accept' => $exchange->isFile ? '*/*' : 'application/json', ...$prepared->headers],
            $prepared->body,
            $limit,
        );
    }

    private function judge(Exchange $exchange, Answer $answer): ?TitularException
    {
        if ($answer->status < 200 || $answer->status >= 300) {
            return ($exchange->toError)($answer);
        }
        if ($exchange->isFile || $answer->body !== null) {
            return null;
        }
        $message = "the answer to {$answer->asked} is not the JSON that the service sends: check baseUrl";

        return new NetworkException($message, 'BROKEN_ANSWER', retryable: true);
    }

    /** A request that was turned away at the door did nothing; any other fault may have come after the deed. */
    private function mayRepeat(TitularException $error, Exchange $exchange): bool
    {
        if (($error->retryAfter ?? 0) > Backoff::MAX_RETRY_AFTER_SECONDS) {
            return false;
        }
        if ($error->status === null) {
            return $exchange->isRepeatable && $error->retryable;
        }
        if ($error->status === 429) {
            return true;
        }
        $isUnderWay = $error instanceof ApiException && $error->code === '40029';

        return $exchange->isRepeatable && ($isUnderWay || $error->status >= 500);
    }
}
