<?php

declare(strict_types=1);

namespace Titular\Errors;

/** No readable response came. */
final class NetworkException extends TitularException
{
    public const KIND = 'network';
}
