/** Companies of a tenant that the list of tenants names, the newest. */
export const COMPANIES_SHOWN = 5;

/** Companies of a tenant that the list of tenants counts; of more it says that there are more. */
export const COMPANIES_COUNTED = 1_000;
