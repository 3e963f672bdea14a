<?php

declare(strict_types=1);

namespace Titular;

use Titular\Tokens\Secret;

/** A client id with its secret (RFC 6749 section 4.4). */
final class ClientSecret
{
    public readonly string $clientId;
    public readonly Secret $clientSecret;

    /** @param string|null $scope scopes parted by spaces; all of the account without it */
    public function __construct(
        string $clientId,
        #[\SensitiveParameter] string $clientSecret,
        public readonly ?string $scope = null,
    ) {
        $this->clientId = Input::requireText('clientId', $clientId);
        $this->clientSecret = new Secret(Input::requireText('clientSecret', $clientSecret));
    }
}
