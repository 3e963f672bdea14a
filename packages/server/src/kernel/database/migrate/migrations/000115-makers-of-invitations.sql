-- expand, min_program 46
-- Who made the link, as the audit log names them; a node of an earlier release makes links without one.
ALTER TABLE user_invitations ADD COLUMN made_by text;
