<?php

declare(strict_types=1);

namespace Titular\Errors;

/** The service refused the call, or failed at it. */
final class ApiException extends TitularException
{
    public const KIND = 'api';
}
