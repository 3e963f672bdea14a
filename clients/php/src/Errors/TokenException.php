<?php

declare(strict_types=1);

namespace Titular\Errors;

/** No access token was issued. */
final class TokenException extends TitularException
{
    public const KIND = 'token';
}
