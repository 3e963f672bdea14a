-- expand, min_program 46
-- Figures of transactions, which a job counts: no commit of a transaction writes here, and no page counts rows. They belong to the hour in which
-- the transaction was created, and hold nothing of a person. How far the job has come with a tenant stands beside them, in the same commit.
CREATE TABLE figure_progress (
  tenant_id uuid NOT NULL,
  phase text NOT NULL,
  position bigint NOT NULL,
  built_to uuid NOT NULL,
  counted_at timestamptz NOT NULL DEFAULT now(),
  is_open_missing boolean NOT NULL DEFAULT false,
  CONSTRAINT figure_progress_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT figure_progress_phase_check CHECK (phase IN ('clearing', 'building', 'ready'))
);

-- Transactions that ended: how long those that were decided took (a bucket), how many attempts there were, and how far the page was.
CREATE TABLE transaction_hours (
  tenant_id uuid NOT NULL,
  company_id uuid NOT NULL,
  created_hour timestamptz NOT NULL,
  module text NOT NULL,
  status text NOT NULL,
  took smallint NOT NULL,
  attempts smallint NOT NULL,
  reached smallint NOT NULL,
  seen bigint NOT NULL,
  CONSTRAINT transaction_hours_pkey PRIMARY KEY (tenant_id, created_hour, company_id, module, status, took, attempts, reached),
  CONSTRAINT transaction_hours_seen_check CHECK (seen > 0)
);

CREATE INDEX transaction_hours_of_company ON transaction_hours (tenant_id, company_id, created_hour);

-- Each reason of those that ended without an approval; one of several reasons counts under each.
CREATE TABLE reason_hours (
  tenant_id uuid NOT NULL,
  company_id uuid NOT NULL,
  created_hour timestamptz NOT NULL,
  module text NOT NULL,
  reason text NOT NULL,
  seen bigint NOT NULL,
  CONSTRAINT reason_hours_pkey PRIMARY KEY (tenant_id, created_hour, company_id, module, reason),
  CONSTRAINT reason_hours_seen_check CHECK (seen > 0)
);

CREATE INDEX reason_hours_of_company ON reason_hours (tenant_id, company_id, created_hour);

-- Transactions under way at the last run of the job.
CREATE TABLE open_hours (
  tenant_id uuid NOT NULL,
  company_id uuid NOT NULL,
  created_hour timestamptz NOT NULL,
  module text NOT NULL,
  status text NOT NULL,
  seen bigint NOT NULL,
  CONSTRAINT open_hours_pkey PRIMARY KEY (tenant_id, created_hour, company_id, module, status),
  CONSTRAINT open_hours_seen_check CHECK (seen > 0)
);
CREATE INDEX open_hours_of_company ON open_hours (tenant_id, company_id, created_hour);
