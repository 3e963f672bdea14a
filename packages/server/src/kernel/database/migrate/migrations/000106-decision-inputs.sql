-- expand, min_program 46
-- What create checks and decision of a transaction were made from, so that other settings can be tried on it; gone once it is erased.
ALTER TABLE transactions ADD COLUMN create_inputs jsonb, ADD COLUMN decision_inputs jsonb;

-- In a trigger, so that an erasure by a release that knows no inputs leaves none: of the person, or of an identity that somebody stated.
CREATE FUNCTION delete_decision_inputs() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.decision_inputs := NULL;
  IF NEW.erased_at IS NOT NULL THEN
    NEW.create_inputs := NULL;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER transactions_erased_inputs BEFORE UPDATE OF erased_at, stated_identity_hash ON transactions
  FOR EACH ROW WHEN ((NEW.erased_at IS NOT NULL OR (OLD.stated_identity_hash IS NOT NULL AND NEW.stated_identity_hash IS NULL))
    AND (NEW.create_inputs IS NOT NULL OR NEW.decision_inputs IS NOT NULL))
  EXECUTE FUNCTION delete_decision_inputs();
