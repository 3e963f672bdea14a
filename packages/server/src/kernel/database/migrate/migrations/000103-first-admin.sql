-- expand, min_program 46
-- An operator's link to the first admin of a tenant counts while the tenant never had a member.
ALTER TABLE user_invitations ADD COLUMN first_admin boolean NOT NULL DEFAULT false;
