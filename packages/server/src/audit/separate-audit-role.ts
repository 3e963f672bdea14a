import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../kernel/database/connect.ts';
import { insertAuditEntry } from './audit-store.ts';
import { type Operator, OperatorRefusal } from './operator.ts';

/** Names of roles that need no quotes in a statement. */
const PLAIN_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** The statements that give log and chain to a role of their own; docs/audit-log.md has the same for a superuser's own hand. */
export const separationStatements = (auditRole: string, serviceRole: string): readonly string[] => [
  `CREATE ROLE ${auditRole} NOLOGIN`,
  `ALTER SCHEMA public OWNER TO ${auditRole}`,
  `GRANT USAGE, CREATE ON SCHEMA public TO ${serviceRole}`,
  `ALTER TABLE audit_log OWNER TO ${auditRole}`,
  `ALTER TABLE audit_chain OWNER TO ${auditRole}`,
  `ALTER TABLE audit_unsealed OWNER TO ${auditRole}`,
  `ALTER FUNCTION audit_field(text) OWNER TO ${auditRole}`,
  `ALTER FUNCTION audit_hash(bytea, audit_log) OWNER TO ${auditRole}`,
  `ALTER FUNCTION chain_audit_entry() OWNER TO ${auditRole}`,
  `ALTER FUNCTION keep_unsealed_entries() OWNER TO ${auditRole}`,
  `ALTER FUNCTION seal_audit_entries(integer) OWNER TO ${auditRole}`,
  `ALTER FUNCTION refuse_change_of_audit_log() OWNER TO ${auditRole}`,
  `GRANT SELECT, INSERT ON audit_log TO ${serviceRole}`,
  `GRANT SELECT ON audit_chain, audit_unsealed TO ${serviceRole}`,
];

/** Who the database takes us for, where the log is, and whether our role may do with it what its owner may, or what it likes. */
type Ownership = { role: string; table: string; isOurs: boolean; isSuperuser: boolean };

async function readOwnership(db: Db): Promise<Ownership> {
  const { rows } = await sql<{ role: string; place: string; is_ours: boolean; is_superuser: boolean }>`
    SELECT current_user::text AS role, d.oid || '/' || c.oid AS place,
      pg_has_role(current_user, c.relowner, 'MEMBER') AS is_ours, r.rolsuper AS is_superuser
    FROM pg_class c, pg_database d, pg_roles r
    WHERE c.oid = 'public.audit_log'::regclass AND d.datname = current_database() AND r.rolname = current_user`.execute(
    db,
  );
  const [row] = rows;
  return {
    role: row?.role ?? '',
    table: row?.place ?? '',
    isOurs: row?.is_ours ?? true,
    isSuperuser: row?.is_superuser ?? false,
  };
}

/** Whether the role of the service can neither change the log nor switch its triggers off (R95). */
export const isAuditSeparate = async (db: Db): Promise<boolean> => !(await readOwnership(db)).isOurs;

async function findTable(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ place: string }>(
    `SELECT d.oid || '/' || c.oid AS place FROM pg_class c, pg_database d
     WHERE c.oid = to_regclass('public.audit_log') AND d.datname = current_database()`,
  );
  return rows[0]?.place;
}

async function handOver(superuser: string, table: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: superuser });
  // Whoever waits for an answer hears of it, too; unheard here, it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if ((await findTable(client)) !== table)
      throw new OperatorRefusal('invalid', 'The address names a database other than that of the service.');
    await client.query('BEGIN');
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Gives audit log and chain to a new role by the hand of a superuser, whose address is used once and not kept, in one commit. Refuses where
 * that was done, the role exists, or the address is of another database.
 */
export async function separateAuditRole(
  operator: Operator,
  superuser: string,
  auditRole: string,
): Promise<{ auditRole: string; serviceRole: string }> {
  const { role: serviceRole, table, isOurs, isSuperuser } = await readOwnership(operator.db);
  if (isSuperuser)
    throw new OperatorRefusal(
      'forbidden',
      'The role of the service is a superuser, from whom no role protects the log: give the service another one first.',
    );
  if (!isOurs) throw new OperatorRefusal('forbidden', 'The audit log already belongs to its own role.');
  if (![auditRole, serviceRole].every((name) => PLAIN_NAME.test(name)))
    throw new OperatorRefusal(
      'invalid',
      'The names of both roles may contain only lower-case letters, digits and _.',
    );
  await handOver(superuser, table, separationStatements(auditRole, serviceRole)).catch((error: unknown) => {
    if (error instanceof OperatorRefusal) throw error;
    // The message of the driver may repeat the address, which holds a password.
    const code = error instanceof pg.DatabaseError ? ` (${error.code})` : '';
    throw new OperatorRefusal('forbidden', `The database does not permit this with this address${code}.`);
  });
  const entry = { tenantId: undefined, action: 'audit.separate', subject: `role/${auditRole}` } as const;
  await insertAuditEntry(operator.db, operator, entry);
  return { auditRole, serviceRole };
}
