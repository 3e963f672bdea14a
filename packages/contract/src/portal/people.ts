import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import {
  MAX_CODE_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_USER_NAME_LENGTH,
  MIN_USER_NAME_LENGTH,
} from '../text-bounds.ts';
import { PERMISSIONS, PORTAL_ROLES, TENANT_ROLES } from './permissions.ts';
import { storableText } from './storable-text.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const companies = Type.Union([Type.Literal('all'), Type.Array(uuid, { minItems: 1, maxItems: 1_000 })], {
  description: 'Ids of companies of the tenant, or `all`.',
});

/** Nothing but that it was done. */
export const Done = Type.Object({}, { additionalProperties: false });

/** A person's sign-in name: 3 to 64 characters, unique in the deployment without regard to case. */
export const UserName = Type.String({
  minLength: MIN_USER_NAME_LENGTH,
  maxLength: MAX_USER_NAME_LENGTH,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
});
/** A password as it is typed; never cut and never normalised. */
export const Password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH });
/** Six digits of a time-based one-time password (RFC 6238). */
export const TotpCode = Type.String({ pattern: '^[0-9]{6}$' });
/** What was copied from an invitation's link: 26 characters of base 32. */
export const InvitationCode = Type.String({ minLength: 1, maxLength: MAX_CODE_LENGTH });
/** Options and responses of WebAuthn in their JSON form (Web Authentication Level 3, section 5.1.8 and 5.1.9). */
export const WebAuthnJson = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
});

/** What the page may know before anybody has signed in. */
export const PortalState = Type.Object(
  {
    environment: literals(['test', 'production'] as const),
    /** Nobody has an account yet: the page says which command to type. */
    needsSetup: Type.Boolean(),
    version: Type.String(),
    /** What the identity provider of single sign-on is called, where there is one. */
    provider: Type.Optional(Type.String()),
  },
  CLOSED,
);
export type PortalState = Static<typeof PortalState>;

/** What one person is in one tenant, and may do there. */
export const Membership = Type.Object(
  {
    tenantId: uuid,
    tenantName: Type.String(),
    role: literals(PORTAL_ROLES),
    companies,
    stay: Type.Optional(
      Type.Object(
        { id: uuid, reason: Type.String(), until: time },
        { ...CLOSED, description: 'Of an operator who entered the tenant and is no member of it.' },
      ),
    ),
    permissions: Type.Array(literals(PERMISSIONS)),
    whole: Type.Array(literals(PERMISSIONS), {
      description:
        'Those of the permissions that reach all of the tenant, and not only a single case or own acts.',
    }),
  },
  CLOSED,
);
export type Membership = Static<typeof Membership>;

/** Who is signed in; `csrf` is sent back in the header `x-titular-csrf` with every call that changes something. */
export const PortalSession = Type.Object(
  {
    userId: uuid,
    name: Type.String(),
    isOperator: Type.Boolean(),
    memberships: Type.Array(Membership),
    csrf: Type.String(),
    environment: literals(['test', 'production'] as const),
    idleSeconds: Type.Integer({ description: 'Seconds without a call after which the session locks.' }),
    expiresAt: time,
    freshUntil: Type.String({
      format: 'date-time',
      description: 'Until then no further proof is asked for before a dangerous act.',
    }),
    /** Signed in with a recovery code: an authenticator has to be added before anything else. */
    mustEnrol: Type.Boolean(),
    /** Idle for too long: authenticate again to go on with the same session. */
    isLocked: Type.Boolean(),
    factors: Type.Object(
      {
        hasPasskey: Type.Boolean(),
        hasPassword: Type.Boolean(),
        provider: Type.Optional(
          Type.String({ description: 'What the identity provider is called that the person is linked to.' }),
        ),
      },
      CLOSED,
    ),
  },
  CLOSED,
);
export type PortalSession = Static<typeof PortalSession>;

/** How somebody proves who they are; the password goes together with its second factor, so that neither is confirmed alone. */
export const Proof = Type.Union([
  Type.Object({ passkey: WebAuthnJson }, CLOSED),
  Type.Object({ password: Password, code: TotpCode }, CLOSED),
]);
export type Proof = Static<typeof Proof>;

/** Signs in with a name, a password and a one-time password. */
export const PasswordSignIn = Type.Object({ name: UserName, password: Password, code: TotpCode }, CLOSED);
/** Signs in with one of the recovery codes, which is then used up and ends every other session. */
export const RecoverySignIn = Type.Object(
  { name: UserName, code: Type.String({ minLength: 1, maxLength: MAX_CODE_LENGTH }) },
  CLOSED,
);
/** Signs in with a passkey. */
export const PasskeySignIn = Type.Object({ passkey: WebAuthnJson }, CLOSED);
/** Options for the browser's own dialog; the challenge is good for 5 minutes, once, in this browser. */
export const WebAuthnOptions = Type.Object({ options: WebAuthnJson }, CLOSED);
export type WebAuthnOptions = Static<typeof WebAuthnOptions>;

/** Names an invitation by its code. */
export const InvitationRequest = Type.Object({ code: InvitationCode }, CLOSED);
/** What an invitation is for. */
export const InvitationView = Type.Object(
  {
    kind: literals(['operator', 'member', 'reset'] as const),
    tenantName: Type.Optional(Type.String()),
    role: literals(PORTAL_ROLES),
    companyNames: Type.Optional(Type.Array(Type.String())),
    /** The name of the person, where it is known: of who is reset, or was named in the invitation. */
    name: Type.Optional(Type.String()),
    expiresAt: time,
    /** What the identity provider is called with which the invitation may be accepted. */
    provider: Type.Optional(Type.String()),
  },
  CLOSED,
);
export type InvitationView = Static<typeof InvitationView>;

/** Names the person who enrols, for the browser's dialog. */
export const EnrolmentRequest = Type.Object({ code: InvitationCode, name: UserName }, CLOSED);
/** A new TOTP seed, shown once; it counts once a code made with it was sent. */
export const TotpEnrolment = Type.Object(
  { secret: Type.String(), uri: Type.String({ description: 'otpauth address for a QR code.' }) },
  CLOSED,
);
export type TotpEnrolment = Static<typeof TotpEnrolment>;

const enrolled = Type.Union([
  Type.Object({ passkey: WebAuthnJson, label: storableText(1, 64) }, CLOSED),
  Type.Object({ password: Password, code: TotpCode }, CLOSED),
]);
/** Takes an invitation with the first authenticator. */
export const AcceptInvitation = Type.Object(
  { code: InvitationCode, name: UserName, authenticator: enrolled },
  CLOSED,
);
/** The session that begins, with recovery codes that are shown this once. */
export const Enrolled = Type.Object(
  { session: PortalSession, recoveryCodes: Type.Array(Type.String()) },
  CLOSED,
);
export type Enrolled = Static<typeof Enrolled>;

const authenticatorKind = literals(['passkey', 'password', 'provider'] as const);

/** One authenticator of the person; `provider` is a link to the identity provider. */
export const AuthenticatorView = Type.Object(
  {
    id: uuid,
    kind: authenticatorKind,
    label: Type.String(),
    createdAt: time,
    lastUsedAt: Type.Optional(time),
  },
  CLOSED,
);
/** One session of a person; `browser` is a family such as `Firefox on Linux`. */
export const PersonSession = Type.Object(
  { id: uuid, isThis: Type.Boolean(), browser: Type.String(), createdAt: time, lastSeenAt: time },
  CLOSED,
);
/** What a person sees of themselves. */
export const OwnAccount = Type.Object(
  {
    name: Type.String(),
    authenticators: Type.Array(AuthenticatorView),
    /** What the identity provider is called that the person may still link to. */
    linkable: Type.Optional(Type.String()),
    recoveryCodesLeft: Type.Integer(),
    sessions: Type.Array(PersonSession),
  },
  CLOSED,
);
export type OwnAccount = Static<typeof OwnAccount>;
/** Adds an authenticator; the body is that of an enrolment. */
export const AddAuthenticator = enrolled;
/** New recovery codes, shown this once; earlier ones end. */
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) }, CLOSED);
export type RecoveryCodes = Static<typeof RecoveryCodes>;

/** One person of a tenant. */
export const Member = Type.Object(
  {
    userId: uuid,
    name: Type.String(),
    role: literals(TENANT_ROLES),
    companies,
    isActive: Type.Boolean(),
    /** An operator locked the account, which the tenant does not undo. */
    isLocked: Type.Optional(Type.Literal(true)),
    lastSignInAt: Type.Optional(time),
    authenticators: Type.Array(authenticatorKind),
    sessions: Type.Integer(),
  },
  CLOSED,
);
export type Member = Static<typeof Member>;
/** An invitation that was not taken yet; its code is known to nobody but who copied it. */
export const PendingInvitation = Type.Object(
  {
    id: uuid,
    kind: literals(['member', 'reset'] as const),
    name: Type.Optional(Type.String()),
    role: literals(TENANT_ROLES),
    companies,
    /** Who made the link, as the audit log names them. */
    madeBy: Type.Optional(Type.String()),
    /** Sign-in name of a maker who has an account. */
    madeByName: Type.Optional(Type.String()),
    createdAt: time,
    expiresAt: time,
  },
  CLOSED,
);
/** The people of a tenant. */
export const Team = Type.Object(
  { members: Type.Array(Member), invitations: Type.Array(PendingInvitation) },
  CLOSED,
);
export type Team = Static<typeof Team>;
/** Invites somebody; `name` is only a note until they choose their own. */
export const InviteMember = Type.Object(
  { name: Type.Optional(UserName), role: literals(TENANT_ROLES), companies },
  CLOSED,
);
/** An invitation's link, shown this once. */
export const InvitationLink = Type.Object({ id: uuid, link: Type.String(), expiresAt: time }, CLOSED);
export type InvitationLink = Static<typeof InvitationLink>;
/** What a member is, or is to be. */
export const MemberState = Type.Object(
  { role: literals(TENANT_ROLES), companies, isActive: Type.Boolean() },
  CLOSED,
);
export type MemberState = Static<typeof MemberState>;
/** What a member is to be; `seen` is what the page showed, so that a change made elsewhere meanwhile is not overwritten. */
export const ChangeMember = Type.Object(
  { ...MemberState.properties, seen: Type.Optional(MemberState) },
  CLOSED,
);

/** What the page shows of a tenant around everything else. */
export const PortalTenant = Type.Object(
  {
    tenantId: uuid,
    name: Type.String(),
    /** Where the API is, for commands that call it. */
    apiUrl: Type.String(),
    companies: Type.Array(
      Type.Object(
        {
          id: uuid,
          name: Type.String(),
          module: Type.String(),
          isActive: Type.Boolean(),
          /** A shop of sandbox transactions, which goes with them: no member is limited to it. */
          isShop: Type.Optional(Type.Boolean()),
        },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);
export type PortalTenant = Static<typeof PortalTenant>;
