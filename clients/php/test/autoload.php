<?php

declare(strict_types=1);

// Loads the client as Composer does by composer.json, where Composer is not there.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Titular\\')) {
        require __DIR__ . '/../src/' . strtr(substr($class, strlen('Titular\\')), '\\', '/') . '.php';
    }
});
