<?php

declare(strict_types=1);

namespace Titular\Errors;

/** A time limit passed; the same call may work with more time. */
final class TimeoutException extends TitularException
{
    public const KIND = 'timeout';
}
