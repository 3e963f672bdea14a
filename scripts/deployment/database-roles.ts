/** Makes the role and the database of the service where the image of PostgreSQL begins a server, whose superuser is left without a password. */
export const databaseRoles = (): string =>
  [
    '-- Generated from scripts/deployment by `npm run generate`.',
    '-- Run once, while the server makes its data directory.',
    '\\set password `printenv POSTGRES_PASSWORD`',
    '',
    '-- The service may do nothing outside of its own database.',
    "CREATE ROLE titular LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'password';",
    'CREATE DATABASE titular OWNER titular;',
    '',
    '-- Signs in from within the container alone: docker compose exec -u postgres postgres psql titular',
    'ALTER ROLE CURRENT_USER PASSWORD NULL;',
    '',
  ].join('\n');
