// Code generated from the contract by `npm run generate`. DO NOT EDIT.

package titular

// WebhookEvent is what a webhook carries; its type tells which members are there.
type WebhookEvent struct {
	// Id of the event, the same in every delivery attempt.
	ID string `json:"id"`
	// What happened.
	Type string `json:"type"`
	// When it happened.
	Time string `json:"time"`
	// The environment in which it happened.
	Environment string `json:"environment"`
	// Id of the transaction, as returned by the create operation.
	TransactionID string            `json:"transactionId,omitempty"`
	Status        TransactionStatus `json:"status,omitempty"`
	// Increases with each change of the transaction; an event with a lower number than the last you saw is stale.
	Sequence *int `json:"sequence,omitempty"`
	// Your order number; only if the company enabled it.
	OrderNumber string `json:"orderNumber,omitempty"`
	// Whether the person is someone other than the identity you sent; absent if unknown. If `true`, `approved` is
	// about that other identity: do not treat it as approval of the one you sent.
	HasIdentityChanged *bool `json:"hasIdentityChanged,omitempty"`
	// Id of the process.
	ProcessID string `json:"processId,omitempty"`
	// Where the process stands.
	State string `json:"state,omitempty"`
	// Why the link does not open: opened before, out of time, or replaced by a newer one.
	LinkState string `json:"linkState,omitempty"`
	// The endpoint that was disabled.
	EndpointID string `json:"endpointId,omitempty"`
	// Why: it responded with 410 (`gone`), or failed for five days (`failing`).
	Reason string `json:"reason,omitempty"`
}

// TransactionStatus: Where a transaction stands; `waiting`, `processing` and `shared` are open, all others
// final, and a final status never changes.
type TransactionStatus string

// Further words may come with a newer service.
const (
	// TransactionStatusWaiting: Created; the person has not finished the capture.
	TransactionStatusWaiting TransactionStatus = "waiting"
	// TransactionStatusProcessing: The capture is complete and is being decided.
	TransactionStatusProcessing TransactionStatus = "processing"
	// TransactionStatusShared: The person shared the link with the cardholder.
	TransactionStatusShared TransactionStatus = "shared"
	// TransactionStatusApproved: The card belongs to the person.
	TransactionStatusApproved TransactionStatus = "approved"
	// TransactionStatusInconclusive: It could not be established that the card belongs to the person.
	TransactionStatusInconclusive TransactionStatus = "inconclusive"
	// TransactionStatusExpired: The transaction expired before the capture was complete.
	TransactionStatusExpired TransactionStatus = "expired"
	// TransactionStatusUnknownShare: The person does not know this purchase.
	TransactionStatusUnknownShare TransactionStatus = "unknown-share"
	// TransactionStatusFastInconclusive: The checks at creation ended it; no capture was requested.
	TransactionStatusFastInconclusive TransactionStatus = "fast-inconclusive"
	// TransactionStatusAbsentHolder: The cardholder is not present.
	TransactionStatusAbsentHolder TransactionStatus = "absent-holder"
	// TransactionStatusCanceled: The merchant canceled it.
	TransactionStatusCanceled TransactionStatus = "canceled"
)

// Health is the answer to ReadHealth.
type Health struct {
	// `alive` or `ready`.
	Status string `json:"status"`
}

// Readiness is the answer to ReadReadiness.
type Readiness struct {
	// `ready`.
	Status string `json:"status"`
	// What an operator should look at; absent if there is nothing. `clock_drifting`: The clock of this machine is
	// more than 0.1 seconds off. `gallery_nearly_full`: A gallery of enrolled faces has reached 80 % of its limit.
	// `pictures_unstorable`: The object store takes no pictures, so no capture can go on; the log says why.
	// `other_engine_unavailable`: The second engine of a change does not measure; captures go on with the present
	// one alone. `first_faces_believed`: A company takes the first face that comes for the identity (template-policy
	// enrol); the log names it. `setting_unknown`: A variable that looks like a setting is none; the log of the
	// start names it. `settings_differ`: Live nodes differ in what must be equal; the list of nodes shows in what.
	Warnings []string `json:"warnings,omitempty"`
}

// PublicSigningJwks is the answer to ReadJWKS.
type PublicSigningJwks struct {
	Keys []PublicSigningJwk `json:"keys"`
}

// PublicSigningJwk is a part of PublicSigningJwks.
type PublicSigningJwk struct {
	Kty string `json:"kty"`
	Crv string `json:"crv"`
	X   string `json:"x"`
	Y   string `json:"y"`
	Kid string `json:"kid"`
	Alg string `json:"alg"`
	Use string `json:"use"`
}

// AuthorizationServerMetadata is the answer to ReadAuthorizationServerMetadata.
type AuthorizationServerMetadata struct {
	Issuer                                             string   `json:"issuer"`
	TokenEndpoint                                      string   `json:"token_endpoint"`
	RevocationEndpoint                                 string   `json:"revocation_endpoint"`
	IntrospectionEndpoint                              string   `json:"introspection_endpoint"`
	JWKSURI                                            string   `json:"jwks_uri"`
	ScopesSupported                                    []string `json:"scopes_supported"`
	ResponseTypesSupported                             []string `json:"response_types_supported"`
	GrantTypesSupported                                []string `json:"grant_types_supported"`
	TokenEndpointAuthMethodsSupported                  []string `json:"token_endpoint_auth_methods_supported"`
	TokenEndpointAuthSigningAlgValuesSupported         []string `json:"token_endpoint_auth_signing_alg_values_supported"`
	RevocationEndpointAuthMethodsSupported             []string `json:"revocation_endpoint_auth_methods_supported"`
	RevocationEndpointAuthSigningAlgValuesSupported    []string `json:"revocation_endpoint_auth_signing_alg_values_supported"`
	IntrospectionEndpointAuthMethodsSupported          []string `json:"introspection_endpoint_auth_methods_supported"`
	IntrospectionEndpointAuthSigningAlgValuesSupported []string `json:"introspection_endpoint_auth_signing_alg_values_supported"`
}

// ListWebhookEndpointsResponse is the answer to ListWebhookEndpoints.
type ListWebhookEndpointsResponse struct {
	Endpoints []WebhookEndpoint `json:"endpoints"`
	// Send it as `cursor` to get the next page; absent on the last.
	NextCursor string `json:"nextCursor,omitempty"`
}

// WebhookEndpoint is a part of ListWebhookEndpointsResponse.
type WebhookEndpoint struct {
	// Id of the endpoint.
	ID string `json:"id"`
	// The company whose events are sent there.
	Company string `json:"company"`
	// Where events are sent.
	URL string `json:"url"`
	// Your own description.
	Description string `json:"description,omitempty"`
	// Subscribed event types; empty means all.
	EventTypes []string `json:"eventTypes"`
	// Subscribed statuses; empty means all final ones.
	Statuses []TransactionStatus `json:"statuses"`
	// How requests are authenticated; credentials are never shown again.
	Authentication WebhookEndpointAuthentication `json:"authentication"`
	// Attempts before a delivery counts as failed.
	MaximumAttempts int `json:"maximumAttempts"`
	// Seconds between attempts; absent for the standard schedule.
	IntervalSeconds *int `json:"intervalSeconds,omitempty"`
	// Maximum concurrent requests.
	MaximumAtOnce int `json:"maximumAtOnce"`
	// Response timeout.
	TimeoutSeconds float64 `json:"timeoutSeconds"`
	// Whether the endpoint is enabled.
	Enabled bool `json:"enabled"`
	// Why it is disabled: on request (`asked`), because it responded with 410 (`gone`), or because it failed for
	// five days (`failing`).
	DisabledReason string `json:"disabledReason,omitempty"`
	// When it was disabled.
	DisabledAt string `json:"disabledAt,omitempty"`
	// The first failed attempt since the last success; absent while healthy.
	FailingSince string `json:"failingSince,omitempty"`
	// Failed attempts since the last success.
	Failures int `json:"failures"`
	// Until when the previous secret still signs; absent if it does not.
	PreviousSecretEndsAt string `json:"previousSecretEndsAt,omitempty"`
	// When it was created.
	CreatedAt string `json:"createdAt"`
}

// WebhookEndpointAuthentication is a part of WebhookEndpoint. How requests are authenticated; credentials are
// never shown again.
type WebhookEndpointAuthentication struct {
	Kind string `json:"kind"`
}

// CreateWebhookEndpointRequest is the body of CreateWebhookEndpoint.
type CreateWebhookEndpointRequest struct {
	// The company whose events are sent there.
	Company string `json:"company"`
	// An `https` URL, in the test environment also `http`; without user information, and not in a private network.
	URL string `json:"url"`
	// Your own description.
	Description string `json:"description,omitempty"`
	// Subscribed event types; an empty list means all. `PROCESS_STATE_FINISHED` is accepted for `process.finished`,
	// and `PROCESS_STATE_FAILED` for `process.failed`.
	EventTypes []string `json:"eventTypes,omitempty"`
	// Subscribed transaction statuses; an empty list means all final ones. A non-final status also subscribes to
	// `transaction.changed`.
	Statuses       []TransactionStatus    `json:"statuses,omitempty"`
	Authentication *WebhookAuthentication `json:"authentication,omitempty"`
	// Attempts before a delivery counts as failed; default 8.
	MaximumAttempts *int `json:"maximumAttempts,omitempty"`
	// Seconds between attempts; by default pauses grow from 5 seconds to 10 hours. A random jitter of up to 10 % is
	// applied.
	IntervalSeconds *int `json:"intervalSeconds,omitempty"`
	// Maximum concurrent requests; default 50.
	MaximumAtOnce *int `json:"maximumAtOnce,omitempty"`
	// Response timeout; default 15 seconds.
	TimeoutSeconds *int `json:"timeoutSeconds,omitempty"`
}

// WebhookAuthentication is a part of CreateWebhookEndpointRequest.
type WebhookAuthentication struct {
	Kind string `json:"kind"`
	// User of HTTP Basic authentication; no colon.
	User string `json:"user,omitempty"`
	// Its password.
	Password string `json:"password,omitempty"`
	// `header:value`, or a bare value for `Authorization`.
	Key string `json:"key,omitempty"`
	// Token endpoint; the same rules apply as for the URL of an endpoint.
	TokenURL string `json:"tokenUrl,omitempty"`
	// Client id, sent with HTTP Basic authentication.
	ClientID string `json:"clientId,omitempty"`
	// Its secret.
	ClientSecret string `json:"clientSecret,omitempty"`
	// Scopes to request, separated by spaces.
	Scope string `json:"scope,omitempty"`
}

// CreateWebhookEndpointResponse is the answer to CreateWebhookEndpoint.
type CreateWebhookEndpointResponse struct {
	// Id of the endpoint.
	ID string `json:"id"`
	// The company whose events are sent there.
	Company string `json:"company"`
	// Where events are sent.
	URL string `json:"url"`
	// Your own description.
	Description string `json:"description,omitempty"`
	// Subscribed event types; empty means all.
	EventTypes []string `json:"eventTypes"`
	// Subscribed statuses; empty means all final ones.
	Statuses []TransactionStatus `json:"statuses"`
	// How requests are authenticated; credentials are never shown again.
	Authentication CreateWebhookEndpointResponseAuthentication `json:"authentication"`
	// Attempts before a delivery counts as failed.
	MaximumAttempts int `json:"maximumAttempts"`
	// Seconds between attempts; absent for the standard schedule.
	IntervalSeconds *int `json:"intervalSeconds,omitempty"`
	// Maximum concurrent requests.
	MaximumAtOnce int `json:"maximumAtOnce"`
	// Response timeout.
	TimeoutSeconds float64 `json:"timeoutSeconds"`
	// Whether the endpoint is enabled.
	Enabled bool `json:"enabled"`
	// Why it is disabled: on request (`asked`), because it responded with 410 (`gone`), or because it failed for
	// five days (`failing`).
	DisabledReason string `json:"disabledReason,omitempty"`
	// When it was disabled.
	DisabledAt string `json:"disabledAt,omitempty"`
	// The first failed attempt since the last success; absent while healthy.
	FailingSince string `json:"failingSince,omitempty"`
	// Failed attempts since the last success.
	Failures int `json:"failures"`
	// Until when the previous secret still signs; absent if it does not.
	PreviousSecretEndsAt string `json:"previousSecretEndsAt,omitempty"`
	// When it was created.
	CreatedAt string `json:"createdAt"`
	// Secret for verifying requests (Standard Webhooks); shown only once.
	Secret string `json:"secret"`
}

// CreateWebhookEndpointResponseAuthentication is a part of CreateWebhookEndpointResponse. How requests are
// authenticated; credentials are never shown again.
type CreateWebhookEndpointResponseAuthentication struct {
	Kind string `json:"kind"`
}

// ChangeWebhookEndpointRequest is the body of ChangeWebhookEndpoint.
type ChangeWebhookEndpointRequest struct {
	// An `https` URL, in the test environment also `http`; without user information, and not in a private network.
	URL string `json:"url,omitempty"`
	// Your own description.
	Description *Nullable[string] `json:"description,omitempty"`
	// Subscribed event types; an empty list means all. `PROCESS_STATE_FINISHED` is accepted for `process.finished`,
	// and `PROCESS_STATE_FAILED` for `process.failed`.
	EventTypes *[]string `json:"eventTypes,omitempty"`
	// Subscribed transaction statuses; an empty list means all final ones. A non-final status also subscribes to
	// `transaction.changed`.
	Statuses       *[]TransactionStatus   `json:"statuses,omitempty"`
	Authentication *WebhookAuthentication `json:"authentication,omitempty"`
	// Attempts before a delivery counts as failed; default 8.
	MaximumAttempts *int `json:"maximumAttempts,omitempty"`
	// Seconds between attempts; by default pauses grow from 5 seconds to 10 hours. A random jitter of up to 10 % is
	// applied.
	IntervalSeconds *Nullable[int] `json:"intervalSeconds,omitempty"`
	// Maximum concurrent requests; default 50.
	MaximumAtOnce *int `json:"maximumAtOnce,omitempty"`
	// Response timeout; default 15 seconds.
	TimeoutSeconds *int `json:"timeoutSeconds,omitempty"`
	// Enables or disables the endpoint. Waiting deliveries of a disabled endpoint count as failed and can be resent
	// later.
	Enabled *bool `json:"enabled,omitempty"`
}

// DeleteWebhookEndpointResponse is the answer to DeleteWebhookEndpoint.
type DeleteWebhookEndpointResponse struct {
	// Id of the endpoint.
	ID string `json:"id"`
	// When it was deleted.
	DeletedAt string `json:"deletedAt"`
}

// ListEventTypesResponse is the answer to ListEventTypes.
type ListEventTypesResponse struct {
	EventTypes []EventTypeDescription `json:"eventTypes"`
}

// EventTypeDescription is a part of ListEventTypesResponse.
type EventTypeDescription struct {
	Type    string       `json:"type"`
	Meaning string       `json:"meaning"`
	Fields  []EventField `json:"fields"`
	Example WebhookEvent `json:"example"`
}

// EventField is a part of EventTypeDescription.
type EventField struct {
	Name string `json:"name"`
	Type string `json:"type"`
	// Form of a text, such as `uuid` or `date-time`.
	Format string `json:"format,omitempty"`
	// All values defined today.
	Values []string `json:"values,omitempty"`
	// Whether it may be absent.
	Optional    bool   `json:"optional"`
	Description string `json:"description"`
}

// RotateWebhookSecretRequest is the body of RotateWebhookSecret.
type RotateWebhookSecretRequest struct {
	// Seconds for which the old secret keeps signing beside the new one; default one day, 0 ends it immediately.
	OverlapSeconds *int `json:"overlapSeconds,omitempty"`
}

// RotateWebhookSecretResponse is the answer to RotateWebhookSecret.
type RotateWebhookSecretResponse struct {
	// Id of the endpoint.
	ID string `json:"id"`
	// Secret for verifying requests (Standard Webhooks); shown only once.
	Secret string `json:"secret"`
	// Until when the previous secret still signs; absent if it does not.
	PreviousSecretEndsAt string `json:"previousSecretEndsAt,omitempty"`
}

// SendTestEventResponse is the answer to SendTestEvent.
type SendTestEventResponse struct {
	// Id of the event; the request carries it as `webhook-id`.
	ID   string `json:"id"`
	Type string `json:"type"`
}

// ListEventsResponse is the answer to ListEvents.
type ListEventsResponse struct {
	Events []EventRecord `json:"events"`
	// Store it and send it as `cursor` to continue later, even if there was no event.
	Cursor string `json:"cursor"`
	// The same while `hasMore` is true: send it as `cursor` to get the next page; absent on the last.
	NextCursor string `json:"nextCursor,omitempty"`
	// Whether to continue immediately because more events may exist already. A page may be empty nevertheless.
	HasMore bool `json:"hasMore"`
}

// EventRecord is a part of ListEventsResponse.
type EventRecord struct {
	// Id of the event; the `webhook-id` of every delivery attempt.
	ID   string `json:"id"`
	Type string `json:"type"`
	// When it happened.
	Time        string `json:"time"`
	Environment string `json:"environment"`
	// Id of the transaction, as returned by the create operation.
	TransactionID string            `json:"transactionId,omitempty"`
	Status        TransactionStatus `json:"status,omitempty"`
	Sequence      *int              `json:"sequence,omitempty"`
	OrderNumber   string            `json:"orderNumber,omitempty"`
	// Whether the person is someone other than the identity you sent, once known.
	HasIdentityChanged *bool `json:"hasIdentityChanged,omitempty"`
	// The process that finished.
	ProcessID string `json:"processId,omitempty"`
	// State of the process.
	State string `json:"state,omitempty"`
	// The endpoint that the event is about.
	EndpointID string `json:"endpointId,omitempty"`
	Reason     string `json:"reason,omitempty"`
	LinkState  string `json:"linkState,omitempty"`
	// The company whose endpoints may receive it; the only field that the webhook does not carry.
	CompanyID string `json:"companyId"`
}

// EventResponse is the answer to ReadEvent.
type EventResponse struct {
	// Id of the event; the `webhook-id` of every delivery attempt.
	ID   string `json:"id"`
	Type string `json:"type"`
	// When it happened.
	Time        string `json:"time"`
	Environment string `json:"environment"`
	// Id of the transaction, as returned by the create operation.
	TransactionID string            `json:"transactionId,omitempty"`
	Status        TransactionStatus `json:"status,omitempty"`
	Sequence      *int              `json:"sequence,omitempty"`
	OrderNumber   string            `json:"orderNumber,omitempty"`
	// Whether the person is someone other than the identity you sent, once known.
	HasIdentityChanged *bool `json:"hasIdentityChanged,omitempty"`
	// The process that finished.
	ProcessID string `json:"processId,omitempty"`
	// State of the process.
	State string `json:"state,omitempty"`
	// The endpoint that the event is about.
	EndpointID string `json:"endpointId,omitempty"`
	Reason     string `json:"reason,omitempty"`
	LinkState  string `json:"linkState,omitempty"`
	// The company whose endpoints may receive it; the only field that the webhook does not carry.
	CompanyID  string            `json:"companyId"`
	Deliveries []DeliverySummary `json:"deliveries"`
}

// DeliverySummary is a part of EventResponse.
type DeliverySummary struct {
	// Id of the delivery.
	ID string `json:"id"`
	// Where it goes.
	EndpointID string `json:"endpointId"`
	// What it carries.
	EventID string `json:"eventId"`
	// Type of the event.
	Type string `json:"type"`
	// `pending` waits for its next attempt, `sending` is in progress, `delivered` and `failed` are final.
	State string `json:"state"`
	// Number of finished attempts.
	Attempts int `json:"attempts"`
	// Time of the next attempt; only while pending.
	NextAttemptAt string `json:"nextAttemptAt,omitempty"`
	// When it was delivered or failed; absent before.
	FinishedAt string `json:"finishedAt,omitempty"`
	// True if it failed without an attempt because its endpoint was disabled.
	Skipped *bool `json:"skipped,omitempty"`
}

// EventResentResponse is the answer to ResendEventByID.
type EventResentResponse struct {
	// The same event.
	ID         string `json:"id"`
	Type       string `json:"type"`
	Deliveries int    `json:"deliveries"`
}

// DeliveryResponse is the answer to ReadDelivery.
type DeliveryResponse struct {
	// Id of the delivery.
	ID string `json:"id"`
	// Where it goes.
	EndpointID string `json:"endpointId"`
	// What it carries.
	EventID string `json:"eventId"`
	// Type of the event.
	Type string `json:"type"`
	// `pending` waits for its next attempt, `sending` is in progress, `delivered` and `failed` are final.
	State string `json:"state"`
	// Number of finished attempts.
	Attempts int `json:"attempts"`
	// Time of the next attempt; only while pending.
	NextAttemptAt string `json:"nextAttemptAt,omitempty"`
	// When it was delivered or failed; absent before.
	FinishedAt string `json:"finishedAt,omitempty"`
	// True if it failed without an attempt because its endpoint was disabled.
	Skipped *bool             `json:"skipped,omitempty"`
	History []DeliveryAttempt `json:"history"`
}

// DeliveryAttempt is a part of DeliveryResponse.
type DeliveryAttempt struct {
	// Counted from 1, continuing over several schedules.
	Number int `json:"number"`
	// When it began.
	StartedAt  string `json:"startedAt"`
	DurationMS int    `json:"durationMs"`
	// HTTP status of the receiver's response; absent if there was none.
	ResponseStatus *int `json:"responseStatus,omitempty"`
	// The first 4 KiB of the receiver's response, kept for 30 days.
	Response string `json:"response,omitempty"`
	// Why there was no response.
	Error string `json:"error,omitempty"`
}

// ListDeliveriesResponse is the answer to ListDeliveries.
type ListDeliveriesResponse struct {
	Deliveries []DeliverySummary `json:"deliveries"`
	// Send it as `cursor` to get the next page.
	NextCursor string `json:"nextCursor,omitempty"`
}

// BacklogResponse is the answer to ReadBacklog.
type BacklogResponse struct {
	// Deliveries that are pending or being sent.
	Waiting int `json:"waiting"`
	// Whether there are more than were counted.
	More bool `json:"more"`
	// For how long the oldest has been due; absent if nothing is due.
	OldestDueSeconds *int `json:"oldestDueSeconds,omitempty"`
}

// ResendFailedRequest is the body of ResendFailed.
type ResendFailedRequest struct {
	// Those that failed at this time or later; at most 90 days ago, which is how long they are kept. RFC 3339 date
	// and time.
	Since string `json:"since"`
}

// ResendFailedResponse is the answer to ResendFailed.
type ResendFailedResponse struct {
	// Deliveries resent by this request.
	Deliveries int `json:"deliveries"`
	// Whether more remain than one request resends: repeat it.
	HasMore bool `json:"hasMore"`
}

// ListCallsResponse is the answer to ListCalls.
type ListCallsResponse struct {
	Calls      []ListedApiCall `json:"calls"`
	NextCursor string          `json:"nextCursor,omitempty"`
}

// ListedApiCall is a part of ListCallsResponse.
type ListedApiCall struct {
	RequestID string `json:"requestId"`
	At        string `json:"at"`
	Account   string `json:"account"`
	Operation string `json:"operation"`
	Method    string `json:"method"`
	Path      string `json:"path"`
	// The HTTP status of the response; 499 if the caller hung up before it was sent.
	Status        int    `json:"status"`
	Code          string `json:"code,omitempty"`
	DurationMS    int    `json:"durationMs"`
	SourceAddress string `json:"sourceAddress"`
	Transaction   string `json:"transaction,omitempty"`
	Process       string `json:"process,omitempty"`
	// Shape of body and query as JSON: names, and types for values.
	Request  string `json:"request,omitempty"`
	Repeated int    `json:"repeated"`
}

// CreateTransactionRequest is the body of CreateTransaction.
type CreateTransactionRequest struct {
	Identity CreateTransactionRequestIdentity `json:"identity"`
	// Unique per purchase in the merchant's system. A JSON number is stored as the text it was sent as.
	OrderNumber any `json:"orderNumber"`
	// The id of a company of the tenant.
	Company string                       `json:"company"`
	Card    CreateTransactionRequestCard `json:"card"`
	// Where the page redirects at the end: an https URL, or an app scheme of the company.
	RedirectURL string `json:"redirectUrl,omitempty"`
	// Value of the order, up to 13 digits and 4 decimals; an exponent is accepted if the value is exact. Round to
	// the currency's decimals before you send it.
	Value *float64 `json:"value,omitempty"`
	// Currency of `value` (ISO 4217). With it, the page shows the amount to the person; `value` then has no more
	// decimals than the currency.
	Currency string `json:"currency,omitempty"`
	// Language of the page, as a BCP 47 tag of a language that the page speaks. It has precedence over the browser's
	// languages; what the person chooses on the page has precedence over it.
	Language string `json:"language,omitempty"`
	// Colours of the page; `auto`, the default, follows the device.
	Theme          string                                  `json:"theme,omitempty"`
	AdditionalInfo *CreateTransactionRequestAdditionalInfo `json:"additionalInfo,omitempty"`
}

// CreateTransactionRequestIdentity is a part of CreateTransactionRequest.
type CreateTransactionRequestIdentity struct {
	// Kind of identity: `cpf` or `cnpj`.
	Key string `json:"key"`
	// The identity without punctuation, with valid check digits.
	Value string `json:"value"`
}

// CreateTransactionRequestCard is a part of CreateTransactionRequest.
type CreateTransactionRequestCard struct {
	// The first 8 digits of the card.
	BinDigits string `json:"binDigits"`
	// The last 4 digits of the card.
	LastDigits string `json:"lastDigits"`
	// The name as printed on the card, or as SURNAME/NAME. Stored in Unicode normal form C, with plain hyphens,
	// spaces and letters.
	Name string `json:"name"`
	// MM/YY.
	ExpirationDate string `json:"expirationDate,omitempty"`
}

// CreateTransactionRequestAdditionalInfo is a part of CreateTransactionRequest.
type CreateTransactionRequestAdditionalInfo struct {
	// Id of a process of the same person that finished with PROCESS_RESULT_OK at most 3600 seconds ago: its captures
	// are reused, and no other selfie is taken.
	ProcessID string `json:"processID"`
}

// CreateTransactionResponse is the answer to CreateTransaction.
type CreateTransactionResponse struct {
	// Id of the transaction, as returned by the create operation.
	ID     string            `json:"id"`
	Status TransactionStatus `json:"status"`
	// One-time URL of the hosted page for the person.
	Link string `json:"link,omitempty"`
	// SDK token: a JWT for the web SDK; never an access token.
	Token string `json:"token,omitempty"`
}

// TransactionStatusResponse is the answer to CancelTransaction.
type TransactionStatusResponse struct {
	Status             TransactionStatus `json:"status"`
	HasIdentityChanged *bool             `json:"hasIdentityChanged,omitempty"`
}

// ResendEventResponse is the answer to ResendEvent.
type ResendEventResponse struct {
	ID         string            `json:"id"`
	Type       string            `json:"type"`
	Status     TransactionStatus `json:"status"`
	Sequence   int               `json:"sequence"`
	Deliveries int               `json:"deliveries"`
}

// ListTransactionsResponse is the answer to ListTransactions.
type ListTransactionsResponse struct {
	Transactions []TransactionSummary `json:"transactions"`
	// Send it as `cursor` to get the next page; absent on the last. A page may be short or even empty and still have
	// it, if matches are rare.
	NextCursor string `json:"nextCursor,omitempty"`
}

// TransactionSummary is a part of ListTransactionsResponse.
type TransactionSummary struct {
	// Id of the transaction, as returned by the create operation.
	ID string `json:"id"`
	// The company that the transaction names.
	Company string `json:"company"`
	// The merchant's own number of the purchase.
	OrderNumber string            `json:"orderNumber"`
	Status      TransactionStatus `json:"status"`
	// True if the person was verified as an identity other than the one sent; absent until known.
	HasIdentityChanged *bool  `json:"hasIdentityChanged,omitempty"`
	CreatedAt          string `json:"createdAt"`
	// When it expires unless the capture is complete.
	ExpiresAt string `json:"expiresAt"`
	// When it reached its final status; absent before.
	FinishedAt string `json:"finishedAt,omitempty"`
	// When person, card and order were erased.
	ErasedAt string `json:"erasedAt,omitempty"`
}

// TransactionHistoryResponse is the answer to ReadTransactionHistory.
type TransactionHistoryResponse struct {
	// Id of the transaction, as returned by the create operation.
	ID string `json:"id"`
	// The company that the transaction names.
	Company string `json:"company"`
	// The merchant's own number of the purchase.
	OrderNumber string            `json:"orderNumber"`
	Status      TransactionStatus `json:"status"`
	// True if the person was verified as an identity other than the one sent; absent until known.
	HasIdentityChanged *bool  `json:"hasIdentityChanged,omitempty"`
	CreatedAt          string `json:"createdAt"`
	// When it expires unless the capture is complete.
	ExpiresAt string `json:"expiresAt"`
	// When it reached its final status; absent before.
	FinishedAt string `json:"finishedAt,omitempty"`
	// When person, card and order were erased.
	ErasedAt string `json:"erasedAt,omitempty"`
	// Module of the company at creation: `post`, `pre` or `super-pre`.
	Module string `json:"module"`
	// The reference process whose captures were used.
	ProcessID string        `json:"processId,omitempty"`
	History   []HistoryStep `json:"history"`
}

// HistoryStep is a part of TransactionHistoryResponse.
type HistoryStep struct {
	// Number of the step, counted from 1.
	Version int `json:"version"`
	// What happened, for example `create`, `capture-finished` or `cancel`.
	Event   string            `json:"event"`
	Status  TransactionStatus `json:"status"`
	Actor   string            `json:"actor"`
	Reasons []string          `json:"reasons"`
	At      string            `json:"at"`
}

// ReceiptResponse is the answer to ReadReceipt.
type ReceiptResponse struct {
	Receipt string `json:"receipt"`
}

// ListCapturesResponse is the answer to ListCaptures.
type ListCapturesResponse struct {
	// Id of the transaction, as returned by the create operation.
	ID string `json:"id"`
	// The process whose captures were reused, if any.
	ProcessID string `json:"processId,omitempty"`
	// Whether there are images: `none` was kept, some are `held`, all were `deleted` because they were kept long
	// enough, or everything of the captures was `erased` with the person.
	Images string `json:"images"`
	// When person, card and order were erased.
	ErasedAt string `json:"erasedAt,omitempty"`
	// The checks of the decision; empty before there is one.
	Checks []CaptureCheck `json:"checks"`
	// The enrolled face that was compared; absent where none was, after an erasure, and of decisions of earlier
	// releases.
	ComparedFace *ListCapturesResponseComparedFace `json:"comparedFace,omitempty"`
	Signs        []CaptureSign                     `json:"signs"`
	// The attempts, in order.
	Attempts []CaptureAttempt `json:"attempts"`
}

// CaptureCheck is a part of ListCapturesResponse.
type CaptureCheck struct {
	// - `challenge`: The requested movements were made, in order.
	// - `one_person`: All kept pictures show one person.
	// - `comparison`: The face matches the one enrolled for the identity.
	// - `other_identities`: The face is not enrolled for another identity of the same kind.
	// - `card_name`: The name on the card agrees with those known for the identity.
	// - `links`: The card was with few identities, and the identity with few cards.
	// - `signs`: Nothing in the capture suggests an attack.
	// - `card_evidence`: The operator's service for card evidence says nothing against the card, and all that the
	// company requires.
	Check string `json:"check"`
	// - `passed`: It holds.
	// - `failed`: It does not hold.
	// - `found`: The search found a match; the company's rules decide whether that prevents approval.
	// - `impossible`: There was nothing to compare with, or no comparison was possible.
	// - `not_done`: The decision did not reach this check, or the company leaves it out.
	// - `match`: The names agree by the rules of embossing (`card_name` only).
	// - `partial`: The names agree in part (`card_name` only).
	// - `no_match`: The names do not agree (`card_name` only).
	// - `not_performed`: No name is known, or one of nothing but initials (`card_name` only).
	Result string `json:"result"`
}

// ListCapturesResponseComparedFace is a part of ListCapturesResponse. The enrolled face that was compared;
// absent where none was, after an erasure, and of decisions of earlier releases.
type ListCapturesResponseComparedFace struct {
	// Where it is from: photographs of yours (`operator`), or an earlier `capture`.
	Kind string `json:"kind"`
	// Whether a reference of yours shows the same person.
	IsProven bool `json:"isProven"`
	// The `source` of that reference.
	Source string `json:"source,omitempty"`
	// Day of the reference, or of the enrolment.
	Date string `json:"date"`
}

// CaptureSign is a part of ListCapturesResponse.
type CaptureSign struct {
	// A coded sign.
	Sign string `json:"sign"`
	// What it means; for humans, the wording may change.
	Sentence string `json:"sentence"`
	// How often it was seen in the attempt, up to 1,000.
	Seen int `json:"seen"`
	// Number of the attempt; 0 if the frame belonged to no attempt of the transaction.
	Attempt int `json:"attempt"`
}

// CaptureAttempt is a part of ListCapturesResponse.
type CaptureAttempt struct {
	// Id of the attempt.
	ID string `json:"id"`
	// Number of the attempt, from 1.
	Number int `json:"number"`
	// How the person was asked to move.
	Movement string `json:"movement"`
	// The requested poses, in order.
	Poses []string `json:"poses"`
	// How long the challenge was: `usual` where the company fixes the number of movements, `short` or `long` where
	// the number follows the risk. Absent in attempts of earlier releases.
	ChallengeLength string `json:"challengeLength,omitempty"`
	// Why the challenge was short or long.
	//
	// - `stated_identity`: The person stated the identity on the page.
	// - `later_attempt`: An earlier attempt for the same transaction or process had failed.
	// - `not_enrolled`: No face measured by the present engine was enrolled for the identity.
	// - `enrolled_lately`: The face was enrolled less than 24 hours ago.
	// - `never_matched`: The enrolled face had not been matched yet.
	// - `signal_of_identity`: A capture for the identity had an attack signal within 90 days.
	// - `refused_lately`: A complete capture for the identity was not approved within 90 days.
	// - `tenant_under_attack`: At least 5 captures of the tenant had an attack signal that can refuse approval
	// within the hour.
	// - `known`: None of the others applied.
	ChallengeReasons []string `json:"challengeReasons,omitempty"`
	// How it ended; absent while it is running.
	//
	// - `completed`: Every step was passed; the decision follows.
	// - `challenge_missed`: The requested movement was not made in time, or another one was made.
	// - `no_face`: No face was visible for most of the last step.
	// - `several_faces`: More than one face was visible for most of the last step.
	// - `too_dark`: The picture was too dark for most of the last step.
	// - `too_bright`: The face was too bright for most of the last step.
	// - `blurred`: The picture was blurred for most of the last step.
	// - `too_small`: The face was too far away for most of the last step.
	// - `too_close`: The face was too close for most of the last step.
	// - `off_centre`: The face was at the edge of the picture for most of the last step.
	// - `occluded`: Mouth or eyes were covered for most of the last step.
	// - `person_changed`: Another person took over.
	// - `not_live`: What moved was flat or bent like a sheet, or could not be distinguished from something flat.
	// - `timeout`: The attempt took too long, or was abandoned.
	Outcome    string `json:"outcome,omitempty"`
	StartedAt  string `json:"startedAt"`
	FinishedAt string `json:"finishedAt,omitempty"`
	// Frames received from the page, kept or not.
	FramesReceived int             `json:"framesReceived"`
	Consent        *CaptureConsent `json:"consent,omitempty"`
	// The kept frames, in order.
	Frames []CapturedFrame `json:"frames"`
}

// CaptureConsent is a part of CaptureAttempt.
type CaptureConsent struct {
	// Version of the text that the person read.
	Version string `json:"version"`
	// Language of that text (BCP 47).
	Language string `json:"language"`
	At       string `json:"at"`
}

// CapturedFrame is a part of CaptureAttempt.
type CapturedFrame struct {
	// Index of the pose that the frame shows.
	Step int    `json:"step"`
	Pose string `json:"pose"`
	// Absent once the image was deleted.
	ReceivedAt string `json:"receivedAt,omitempty"`
	// SHA-256 of the stored image, in hex. After deletion it is known only for images that a decision rests on.
	Sha256 string `json:"sha256,omitempty"`
	// False if the image was deleted at the end of its retention.
	IsHeld bool `json:"isHeld"`
}

// CreateProcessRequest is the body of CreateProcess.
type CreateProcessRequest struct {
	Person CreateProcessRequestPerson `json:"person"`
	// Where the page redirects at the end: an https URL, or an app scheme of the company; `/` for no redirect.
	CallbackURI string `json:"callbackUri"`
	// What the selfie is for, as shown to the person.
	Purpose string `json:"purpose"`
	// Your own name for the process; never the person.
	ClientReference string `json:"clientReference,omitempty"`
	// Seconds until the process expires, with the suffix `s`: 60s to 604800s (default).
	ExpiresIn string `json:"expiresIn,omitempty"`
	// Id of a company of the tenant; optional if the tenant has exactly one active company.
	Company string `json:"company,omitempty"`
	// Language of the page, as a BCP 47 tag of a language that the page speaks. It has precedence over the browser's
	// languages; what the person chooses on the page has precedence over it.
	Language string `json:"language,omitempty"`
	// Colours of the page; `auto`, the default, follows the device.
	Theme string `json:"theme,omitempty"`
}

// CreateProcessRequestPerson is a part of CreateProcessRequest.
type CreateProcessRequestPerson struct {
	// Kind of the identifier.
	DuiType string `json:"duiType"`
	// The identifier without punctuation, with valid check digits.
	DuiValue string `json:"duiValue"`
	// How the page addresses the person.
	FriendlyName string `json:"friendlyName,omitempty"`
}

// CreateProcessResponse is the answer to CreateProcess.
type CreateProcessResponse struct {
	Process CreateProcessResponseProcess `json:"process"`
}

// CreateProcessResponseProcess is a part of CreateProcessResponse.
type CreateProcessResponseProcess struct {
	// Id of the process.
	ID string `json:"id"`
	// The company that requested the process.
	Company string `json:"company"`
	// Where the process stands.
	State string `json:"state"`
	// The result; absent while the process is open.
	Result string `json:"result,omitempty"`
	// Absent once the person was erased.
	Person  *CreateProcessResponseProcessPerson `json:"person,omitempty"`
	Purpose string                              `json:"purpose"`
	// Your own name for the process; never the person.
	ClientReference string `json:"clientReference,omitempty"`
	// Absent once the person was erased.
	CallbackURI        string                                         `json:"callbackUri,omitempty"`
	AuthenticationInfo CreateProcessResponseProcessAuthenticationInfo `json:"authenticationInfo"`
	// When it was started.
	CreatedAt string `json:"createdAt"`
	// When the process expires.
	ExpiresAt string `json:"expiresAt"`
	// When the process ended; absent while it is open.
	FinishedAt string `json:"finishedAt,omitempty"`
	// When the person was erased.
	ErasedAt string `json:"erasedAt,omitempty"`
	// One-time URL of the page for the person.
	UserRedirectURL string `json:"userRedirectUrl"`
	// SDK token for the web SDK; never an access token.
	Token string `json:"token"`
}

// CreateProcessResponseProcessPerson is a part of CreateProcessResponseProcess. Absent once the person was
// erased.
type CreateProcessResponseProcessPerson struct {
	// Kind of the identifier.
	DuiType string `json:"duiType"`
	// The identifier without punctuation, with valid check digits.
	DuiValue string `json:"duiValue"`
	// How the page addresses the person.
	FriendlyName string `json:"friendlyName,omitempty"`
}

// CreateProcessResponseProcessAuthenticationInfo is a part of CreateProcessResponseProcess.
type CreateProcessResponseProcessAuthenticationInfo struct {
	LivenessResult       string `json:"livenessResult"`
	AuthenticationResult string `json:"authenticationResult"`
}

// SelfieResponse is the answer to ReadProcessSelfie.
type SelfieResponse struct {
	// The picture, base64-encoded (RFC 4648, section 4).
	FileContents string `json:"fileContents"`
	ContentType  string `json:"contentType"`
}

// ProcessResponse is the answer to ReadProcess.
type ProcessResponse struct {
	Process Process `json:"process"`
}

// Process is a part of ProcessResponse.
type Process struct {
	// Id of the process.
	ID string `json:"id"`
	// The company that requested the process.
	Company string `json:"company"`
	// Where the process stands.
	State string `json:"state"`
	// The result; absent while the process is open.
	Result string `json:"result,omitempty"`
	// Absent once the person was erased.
	Person  *ProcessPerson `json:"person,omitempty"`
	Purpose string         `json:"purpose"`
	// Your own name for the process; never the person.
	ClientReference string `json:"clientReference,omitempty"`
	// Absent once the person was erased.
	CallbackURI        string                    `json:"callbackUri,omitempty"`
	AuthenticationInfo ProcessAuthenticationInfo `json:"authenticationInfo"`
	// When it was started.
	CreatedAt string `json:"createdAt"`
	// When the process expires.
	ExpiresAt string `json:"expiresAt"`
	// When the process ended; absent while it is open.
	FinishedAt string `json:"finishedAt,omitempty"`
	// When the person was erased.
	ErasedAt string `json:"erasedAt,omitempty"`
}

// ProcessPerson is a part of Process. Absent once the person was erased.
type ProcessPerson struct {
	// Kind of the identifier.
	DuiType string `json:"duiType"`
	// The identifier without punctuation, with valid check digits.
	DuiValue string `json:"duiValue"`
	// How the page addresses the person.
	FriendlyName string `json:"friendlyName,omitempty"`
}

// ProcessAuthenticationInfo is a part of Process.
type ProcessAuthenticationInfo struct {
	LivenessResult       string `json:"livenessResult"`
	AuthenticationResult string `json:"authenticationResult"`
}

// ProcessHistoryResponse is the answer to ReadProcessHistory.
type ProcessHistoryResponse struct {
	Process Process       `json:"process"`
	History []ProcessStep `json:"history"`
}

// ProcessStep is a part of ProcessHistoryResponse.
type ProcessStep struct {
	// Number of the step, counted from 1.
	Version int `json:"version"`
	// What happened, for example `create`, `capture-finished` or `reuse`.
	Event   string   `json:"event"`
	State   string   `json:"state"`
	Actor   string   `json:"actor"`
	Reasons []string `json:"reasons"`
	// The transaction that used the process.
	TransactionID string `json:"transactionId,omitempty"`
	// When it happened.
	At string `json:"at"`
}

// LimitsResponse is the answer to ReadLimits.
type LimitsResponse struct {
	Limits []Limit `json:"limits"`
}

// Limit is a part of LimitsResponse.
type Limit struct {
	Name string `json:"name"`
	Code string `json:"code"`
	// Requests allowed at once.
	Limit int `json:"limit"`
	// Sustained requests per second.
	PerSecond *int `json:"perSecond,omitempty"`
	Remaining int  `json:"remaining"`
	// Seconds until the limit is fully available again.
	ResetSeconds int    `json:"resetSeconds"`
	AppliesTo    string `json:"appliesTo"`
}

// CreateReferenceRequest is the body of CreateFaceReference.
type CreateReferenceRequest struct {
	Identity CreateReferenceRequestIdentity `json:"identity"`
	// One to 5 photographs of one person, each a JPEG of up to 512 KiB in base64: selfies, or portraits cut out of a
	// document. They are measured, and kept only if `keepPhotographs` is true.
	Photographs []string `json:"photographs"`
	// Where the photographs are from, such as the onboarding of an account. Letters, digits and `._:/#-`, up to 100;
	// never name the person.
	Source string `json:"source"`
	// Day on which the photographs were taken, not after today (in UTC).
	Date string `json:"date"`
	// Your reference for the consent that covers this use. Letters, digits and `._:/#-`, up to 100; never name the
	// person.
	ConsentReference string `json:"consentReference"`
	// Deletes every face enrolled for the identity, and its reference, in favour of this one. With the photographs
	// of the reference that is there, nothing changes.
	Replace *bool `json:"replace,omitempty"`
	// Accepts a face that is enrolled for another identity, such as that of a twin. It is written to the audit log.
	// While the setting `face-of-another-identity` is `refuse`, neither of the two identities is approved.
	AllowDuplicateFace *bool `json:"allowDuplicateFace,omitempty"`
	// Keeps the photographs as they were sent, sealed, until the reference is deleted, so that a person can compare
	// them later. Every view needs a reason and is written to the audit log. False or left out deletes none that are
	// kept.
	KeepPhotographs *bool `json:"keepPhotographs,omitempty"`
}

// CreateReferenceRequestIdentity is a part of CreateReferenceRequest.
type CreateReferenceRequestIdentity struct {
	// Kind of identity: `cpf` or `cnpj`.
	Key string `json:"key"`
	// The identity without punctuation, with valid check digits.
	Value string `json:"value"`
}

// ReferenceResponse is the answer to CreateFaceReference.
type ReferenceResponse struct {
	// Id of the reference.
	ID string `json:"id"`
	// Where the photographs are from, such as the onboarding of an account. Letters, digits and `._:/#-`, up to 100;
	// never name the person.
	Source string `json:"source"`
	// Day on which the photographs were taken, not after today (in UTC).
	Date string `json:"date"`
	// Your reference for the consent that covers this use. Letters, digits and `._:/#-`, up to 100; never name the
	// person.
	ConsentReference string `json:"consentReference"`
	// Photographs that were sent.
	Photographs int `json:"photographs"`
	// Photographs that are kept and can be viewed; 0 if nobody asked to keep them.
	PhotographsKept int `json:"photographsKept"`
	// Enrolled faces of these photographs; photographs that look alike share one. 0 if newer selfies have replaced
	// all of them.
	Faces int `json:"faces"`
	// True if a face was enrolled by a selfie before, and this reference showed the same person.
	CaptureConfirmed bool `json:"captureConfirmed"`
	// True if the request allowed a face that is enrolled for another identity.
	DuplicateFaceAllowed bool `json:"duplicateFaceAllowed"`
	// When it was created.
	CreatedAt string `json:"createdAt"`
}

// DeleteReferenceResponse is the answer to DeleteFaceReference.
type DeleteReferenceResponse struct {
	// Id of the reference.
	ID string `json:"id"`
	// When it was deleted.
	DeletedAt string `json:"deletedAt"`
}

// ListScenariosResponse is the answer to ListScenarios.
type ListScenariosResponse struct {
	Scenarios []SandboxScenario `json:"scenarios"`
}

// SandboxScenario is a part of ListScenariosResponse.
type SandboxScenario struct {
	// Value of the header `X-Titular-Scenario`.
	Name string `json:"name"`
	// - `ends`: Every final status of a transaction, immediately and after a delay.
	// - `captures`: Every outcome of an attempt. No picture is stored, because there was no camera.
	// - `processes`: Every end of a process of the identity platform. A transaction that reuses a process finished
	// this way ends accordingly.
	// - `errors`: Every refusal of every API operation, including the token endpoint. The requested operation is not
	// carried out. For refusals that may pass, there is also a scenario that refuses a call once and serves it when
	// it is repeated.
	// - `webhooks`: What can go wrong with the webhook of an approval.
	Kind string `json:"kind"`
	// What the scenario shows; for humans, the wording may change.
	Meaning string `json:"meaning"`
	// The identity that selects it when no header is sent.
	Identity *SandboxScenarioIdentity `json:"identity,omitempty"`
	// The operations that accept it in the header, by operation id.
	Operations         []string          `json:"operations"`
	Steps              []SandboxStep     `json:"steps"`
	Status             TransactionStatus `json:"status,omitempty"`
	HasIdentityChanged *bool             `json:"hasIdentityChanged,omitempty"`
	// Result of the process.
	ProcessResult string `json:"processResult,omitempty"`
	// What the process found.
	LivenessResult string `json:"livenessResult,omitempty"`
	// What the process found.
	AuthenticationResult string `json:"authenticationResult,omitempty"`
	// The scenario of a transaction that reuses the process and names no other.
	ReusedAs string `json:"reusedAs,omitempty"`
	// Error code of the refusal.
	Code string `json:"code,omitempty"`
	// Sub-code of the token endpoint's refusal.
	SubCode string `json:"subCode,omitempty"`
	// The same call is served when repeated.
	ServedNext *bool `json:"servedNext,omitempty"`
}

// SandboxScenarioIdentity is a part of SandboxScenario. The identity that selects it when no header is sent.
type SandboxScenarioIdentity struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// SandboxStep is a part of SandboxScenario.
type SandboxStep struct {
	// Seconds after the create.
	AfterSeconds int `json:"afterSeconds"`
	// What happens then.
	Event string `json:"event"`
}

// StepTransactionRequest is the body of StepTransaction.
type StepTransactionRequest struct {
	// What happens to the transaction.
	Event string `json:"event"`
}

// EraseIdentityRequest is the body of EraseIdentity.
type EraseIdentityRequest struct {
	Identity EraseIdentityRequestIdentity `json:"identity"`
	// Your own reference for the request, such as a ticket; it is part of the receipt. Never name the person.
	Reference string `json:"reference,omitempty"`
}

// EraseIdentityRequestIdentity is a part of EraseIdentityRequest.
type EraseIdentityRequestIdentity struct {
	// Kind of identity: `cpf` or `cnpj`.
	Key string `json:"key"`
	// The identity without punctuation, with valid check digits.
	Value string `json:"value"`
}

// ErasureResponse is the answer to EraseIdentity.
type ErasureResponse struct {
	ID        string        `json:"id"`
	ErasedAt  string        `json:"erasedAt"`
	Reference string        `json:"reference,omitempty"`
	Counts    ErasureCounts `json:"counts"`
	Receipt   string        `json:"receipt"`
}

// ErasureCounts is a part of ErasureResponse.
type ErasureCounts struct {
	// Enrolled faces.
	Templates int `json:"templates"`
	// Pictures of captures, with their measurements.
	Pictures int `json:"pictures"`
	// Objects of an object store that held pictures, or were left over; deleted right after the erasure.
	Objects *int `json:"objects,omitempty"`
	// Attempts at a challenge.
	Attempts int `json:"attempts"`
	// Sessions of the hosted page.
	PageSessions int `json:"pageSessions"`
	// One-time links.
	Links int `json:"links"`
	// Responses of webhook receivers.
	WebhookAnswers int `json:"webhookAnswers"`
	// Request log entries, by transaction.
	APICalls int `json:"apiCalls"`
	// Transactions.
	Transactions int `json:"transactions"`
	// Processes of the identity platform.
	Processes *int `json:"processes,omitempty"`
	// Request log entries, by order number.
	OrderedCalls int `json:"orderedCalls"`
	// Transactions created for another identity in which the person stated this one: the statement was erased; order
	// and captures remain for their retention time.
	Statements *int `json:"statements,omitempty"`
	// Transactions and processes kept unchanged by a legal hold.
	Held *int `json:"held,omitempty"`
}
