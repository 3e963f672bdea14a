<?php

declare(strict_types=1);

namespace Titular\Http;

use Titular\Errors\NetworkException;
use Titular\Errors\TimeoutException;
use Titular\Errors\TitularException;
use Titular\Titular;

/**
 * Sends one request over a connection of its own, within one limit for all of it.
 *
 * @internal
 */
final class Connection
{
    // No response of the service comes near these; anything longer is not the service.
    private const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
    private const MAX_HEADER_BYTES = 64 * 1024;

    /** Names of faults; the sentence of the library may quote an address. */
    private const REASONS = [
        CURLE_COULDNT_RESOLVE_HOST => 'NAME_NOT_FOUND',
        CURLE_COULDNT_CONNECT => 'ECONNREFUSED',
        CURLE_GOT_NOTHING => 'ECONNRESET',
        CURLE_SEND_ERROR => 'EPIPE',
        CURLE_SSL_CONNECT_ERROR => 'TLS',
        CURLE_SSL_CACERT => 'TLS',
        CURLE_SSL_PEER_CERTIFICATE => 'TLS',
        CURLE_SSL_CACERT_BADFILE => 'TLS',
    ];

    /** What nobody vouches for now will not be vouched for in a minute. */
    private const LASTING = [CURLE_SSL_CACERT, CURLE_SSL_PEER_CERTIFICATE, CURLE_SSL_CACERT_BADFILE];

    /** One handle resumes TLS sessions; its connections are not shared. */
    private readonly \CurlHandle $handle;

    public function __construct(private readonly ?string $caFile)
    {
        $this->handle = curl_init();
    }

    /**
     * Sends a request once; a response of any status is an answer.
     *
     * @param array<string, string> $headers
     */
    public function ask(
        string $operation,
        string $method,
        string $address,
        string $query,
        #[\SensitiveParameter] array $headers,
        #[\SensitiveParameter] ?string $body,
        float $seconds,
    ): Answer {
        $received = new Received(self::MAX_HEADER_BYTES, self::MAX_RESPONSE_BYTES);
        curl_reset($this->handle);
        $options = $this->options($seconds, str_starts_with($address, 'http:')) + [
            CURLOPT_URL => $query === '' ? $address : "{$address}?{$query}",
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $this->headerLines($headers, $method === 'POST' && $body === null),
            CURLOPT_HEADERFUNCTION => $received->addHeader(...),
            CURLOPT_WRITEFUNCTION => $received->addContent(...),
        ];
        if ($body !== null) {
            $options[CURLOPT_POSTFIELDS] = $body;
        }
        curl_setopt_array($this->handle, $options);
        curl_exec($this->handle);
        $fault = curl_errno($this->handle);
        $status = curl_getinfo($this->handle, CURLINFO_RESPONSE_CODE);
        $proxyStatus = curl_getinfo($this->handle, CURLINFO_HTTP_CONNECTCODE);
        // Neither the token nor the response stays behind in the handle.
        curl_reset($this->handle);
        if ($fault !== CURLE_OK && $proxyStatus >= 300) {
            $message = "a proxy on the way answered {$proxyStatus} and made no connection: check HTTPS_PROXY";
            throw new NetworkException($message, 'PROXY', retryable: $proxyStatus >= 500);
        }
        if ($fault !== CURLE_OK) {
            throw $this->toError($operation, $fault, $received, $seconds);
        }

        return new Answer("{$method} {$address}", $status, $received->headers, $received->content);
    }

    /** @return array<int, mixed> */
    private function options(float $seconds, bool $isPlain): array
    {
        $milliseconds = max(1, (int) ceil($seconds * 1000));

        return [
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
            CURLOPT_SSL_VERIFYPEER => true,
            CURLOPT_SSL_VERIFYHOST => 2,
            CURLOPT_SSLVERSION => CURL_SSLVERSION_TLSv1_2,
            // Credentials go to the service alone, not where a response points.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_NETRC => CURL_NETRC_IGNORED,
            CURLOPT_SUPPRESS_CONNECT_HEADERS => true,
            // On a connection that was kept, the library would repeat a request by itself.
            CURLOPT_FRESH_CONNECT => true,
            CURLOPT_FORBID_REUSE => true,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => $milliseconds,
            CURLOPT_CONNECTTIMEOUT_MS => $milliseconds,
            CURLOPT_USERAGENT => 'titular-php/' . Titular::VERSION,
        ]
            // Plain http is for this machine alone: a proxy would read the credentials.
            + ($isPlain ? [CURLOPT_PROXY => ''] : [])
            + ($this->caFile === null ? [] : [CURLOPT_CAINFO => $this->caFile]);
    }

    /** @return list<string> */
    private function headerLines(#[\SensitiveParameter] array $headers, bool $isEmpty): array
    {
        // Some proxies refuse a POST that does not say how long it is.
        $lines = $isEmpty ? ['expect:', 'content-length: 0'] : ['expect:'];
        foreach ($headers as $name => $value) {
            $lines[] = "{$name}: {$value}";
        }

        return $lines;
    }

    private function toError(string $operation, int $fault, Received $received, float $seconds): TitularException
    {
        if ($received->isTooLarge()) {
            $limit = self::MAX_RESPONSE_BYTES;

            return new NetworkException("the response has more than {$limit} bytes", 'ANSWER_TOO_LARGE', retryable: true);
        }
        if ($fault === CURLE_OPERATION_TIMEDOUT) {
            $limit = round($seconds, 3);

            return new TimeoutException("no answer to {$operation} in {$limit} s", 'TIMEOUT', retryable: true);
        }

        $reason = self::REASONS[$fault] ?? 'CONNECTION';

        return new NetworkException(
            $reason === 'TLS'
                ? 'no TLS with the service: check baseUrl, its certificate, and the authorities that are trusted'
                : 'the service was not reached, or its answer broke off',
            $reason,
            retryable: !in_array($fault, self::LASTING, true),
        );
    }

    public function __debugInfo(): array
    {
        return [];
    }
}
