<?php

declare(strict_types=1);

namespace Titular;

/**
 * One operation: where it is, and when it is sent again though nobody knows what became of it.
 *
 * @internal
 */
final class Operation
{
    /** @param 'always'|'under-key'|'never' $repeat */
    public function __construct(
        public readonly string $name,
        public readonly string $method,
        public readonly string $path,
        public readonly string $repeat,
        public readonly bool $hasToken,
        public readonly bool $isFile,
    ) {
    }
}
