<?php

declare(strict_types=1);

namespace Titular\Http;

use Titular\Input;

/**
 * Address of a service.
 *
 * @internal
 */
final class BaseUrl
{
    private const API_PATH = '/api/public/v1';
    private const LABEL = '[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?';
    private const USUAL_PORTS = ['http' => 80, 'https' => 443];
    private const LOCAL_HOST = '/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])\z/i';

    /** Scheme, host, port and path before that of the API; what no connection can be made to is refused. */
    public static function parse(string $given, bool $allowHttp): string
    {
        $text = Input::requireText('baseUrl', $given);
        $label = self::LABEL;
        $pattern = "~^(?<scheme>https?)://(?<user>[^/?#@]*@)?(?<host>(?:{$label}\.)*{$label}|\[[0-9A-Fa-f:.]+\])"
            . '(?::(?<port>[0-9]{1,5}))?(?<path>/[!"$->@-}\x7E]*)?(?<rest>[?#].*)?\z~i';
        $isSound = preg_match($pattern, $text, $part) === 1;
        $port = $part['port'] ?? '';
        if (!$isSound || ($port !== '' && ((int) $port < 1 || (int) $port > 65_535))) {
            throw new \InvalidArgumentException('baseUrl must be an https address, such as https://verify.bank.example');
        }
        if (($part['user'] ?? '') !== '' || ($part['rest'] ?? '') !== '') {
            throw new \InvalidArgumentException('baseUrl must not have a user, a password, a query or a fragment');
        }
        $scheme = strtolower($part['scheme']);
        if ($scheme === 'http' && !$allowHttp && !preg_match(self::LOCAL_HOST, $part['host'])) {
            throw new \InvalidArgumentException(
                'baseUrl is http: credentials would be readable on the way; use https, or allowHttp',
            );
        }
        $path = rtrim($part['path'] ?? '', '/');
        if (str_ends_with($path, self::API_PATH)) {
            $path = substr($path, 0, -strlen(self::API_PATH));
        }

        // As others write it: the account's name and whom an assertion is for are made of it.
        $host = strtolower($part['host']);
        $number = $port === '' ? self::USUAL_PORTS[$scheme] : (int) $port;

        return "{$scheme}://{$host}" . ($number === self::USUAL_PORTS[$scheme] ? '' : ":{$number}") . $path;
    }
}
