/** SQLSTATE of what the database refuses because its tenant moves to another deployment. */
const MOVING = 'TM503';

/** This deployment does not serve the tenant: it moves to another one, or has moved. Answered with 503 and a pause. */
export class TenantClosed extends Error {
  override readonly name = 'TenantClosed';

  constructor() {
    super('the tenant is served by another deployment, or will be in a moment');
  }
}

/** Seconds after which a call to a tenant that moves is worth another try. */
export const CLOSED_RETRY_SECONDS = 2;

/** Whether an error says that the tenant moves: of a check of ours, or of a fence in the database. */
export const isTenantClosed = (error: unknown): boolean =>
  error instanceof TenantClosed || (error as { code?: unknown } | undefined)?.code === MOVING;
