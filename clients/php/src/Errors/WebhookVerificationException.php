<?php

declare(strict_types=1);

namespace Titular\Errors;

/** A webhook is not genuine, not fresh, or no event: answer 400 and do nothing. `$code` says why. */
final class WebhookVerificationException extends TitularException
{
    public const KIND = 'webhook';
}
