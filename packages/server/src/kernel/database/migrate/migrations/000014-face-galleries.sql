-- expand, min_program 0
-- Several faces for an identity, and when they give way to newer ones.
ALTER TABLE companies
  ADD COLUMN templates_per_identity integer NOT NULL DEFAULT 3 CHECK (templates_per_identity BETWEEN 1 AND 5),
  ADD COLUMN template_renewal_days integer NOT NULL DEFAULT 180 CHECK (template_renewal_days BETWEEN 0 AND 3650),
  ADD COLUMN outdated_template text NOT NULL DEFAULT 'refuse' CHECK (outdated_template IN ('refuse', 'enrol-anew'));

-- Each face of an identity has a place. An earlier release that still runs knows of one face only and leaves the place out: of two
-- first captures that it decides at once still only one enrols, as with the index that gives way.
ALTER TABLE face_templates ADD COLUMN place smallint NOT NULL DEFAULT 1 CHECK (place BETWEEN 1 AND 5);
CREATE UNIQUE INDEX face_templates_place ON face_templates (tenant_id, identity_hash, engine_version, place);
DROP INDEX face_templates_identity;

-- The faces of one kind and engine version, which processes hold in memory: how many there are, and how many changes there were, so
-- that one look tells whether what is held is what is kept. The kind is empty where an earlier release did not tell it. Rows are
-- never deleted: a number that began again could be taken for an earlier one.
CREATE TABLE face_galleries (
  tenant_id uuid NOT NULL,
  identity_key text NOT NULL,
  engine_version text NOT NULL,
  changes bigint NOT NULL,
  faces integer NOT NULL,
  PRIMARY KEY (tenant_id, identity_key, engine_version)
);

-- Which face each change was about. Numbers have no gap until old rows are deleted; who finds one reads the whole gallery again.
CREATE TABLE face_changes (
  tenant_id uuid NOT NULL,
  identity_key text NOT NULL,
  engine_version text NOT NULL,
  change bigint NOT NULL,
  template_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, identity_key, engine_version, change)
);
CREATE INDEX face_changes_at ON face_changes (at);

-- In triggers, so that no statement of any release can change a face unnoticed. Galleries are taken in one order.
CREATE FUNCTION note_face_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gained integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  WITH counted AS (
    SELECT tenant_id, coalesce(identity_key, '') AS identity_key, engine_version, count(*) AS n
    FROM changed GROUP BY 1, 2, 3
  ), noted AS (
    INSERT INTO face_galleries AS g (tenant_id, identity_key, engine_version, changes, faces)
    SELECT tenant_id, identity_key, engine_version, n, n * gained FROM counted ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, identity_key, engine_version)
    DO UPDATE SET changes = g.changes + excluded.changes, faces = g.faces + excluded.faces
    RETURNING g.tenant_id, g.identity_key, g.engine_version, g.changes
  )
  INSERT INTO face_changes (tenant_id, identity_key, engine_version, change, template_id)
  SELECT n.tenant_id, n.identity_key, n.engine_version,
    n.changes + 1 - row_number() OVER (PARTITION BY n.tenant_id, n.identity_key, n.engine_version), c.template_id
  FROM changed c JOIN noted n
    ON (n.tenant_id, n.identity_key, n.engine_version) = (c.tenant_id, coalesce(c.identity_key, ''), c.engine_version);
  RETURN NULL;
END
$$;
CREATE TRIGGER face_templates_enrolled AFTER INSERT ON face_templates
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_face_changes();
CREATE TRIGGER face_templates_deleted AFTER DELETE ON face_templates
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_face_changes();

-- Nothing in the service changes an enrolled face or moves it; whoever does, with all faces of the table at once or with one, makes
-- every process read the galleries again: the number goes on, and no row says why.
CREATE FUNCTION note_moved_faces() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE face_templates IN SHARE ROW EXCLUSIVE MODE;
  UPDATE face_galleries AS g SET changes = g.changes + 1, faces = (
    SELECT count(*) FROM face_templates f
    WHERE (f.tenant_id, coalesce(f.identity_key, ''), f.engine_version) = (g.tenant_id, g.identity_key, g.engine_version));
  INSERT INTO face_galleries (tenant_id, identity_key, engine_version, changes, faces)
  SELECT tenant_id, coalesce(identity_key, ''), engine_version, count(*), count(*) FROM face_templates GROUP BY 1, 2, 3
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER face_templates_moved
  AFTER UPDATE OF tenant_id, template_id, identity_key, identity_hash, engine_version, sealed_descriptor ON face_templates
  FOR EACH STATEMENT EXECUTE FUNCTION note_moved_faces();
CREATE TRIGGER face_templates_truncated AFTER TRUNCATE ON face_templates
  FOR EACH STATEMENT EXECUTE FUNCTION note_moved_faces();

INSERT INTO face_galleries (tenant_id, identity_key, engine_version, changes, faces)
SELECT tenant_id, coalesce(identity_key, ''), engine_version, count(*), count(*) FROM face_templates GROUP BY 1, 2, 3;
