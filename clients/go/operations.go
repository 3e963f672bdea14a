// Code generated from the contract by `npm run generate`. DO NOT EDIT.

package titular

import "context"

// ContractVersion is that of the contract that the methods were made of.
const ContractVersion = "1.0.0"

// ReadHealth calls GET /healthz: whether the process is alive.
func (c *Client) ReadHealth(
	ctx context.Context, options ...CallOption,
) (*Health, error) {
	row := operation{"readHealth", "GET", "/healthz", always, false}
	return send[Health](ctx, c, row, request{options: options})
}

// ReadReadiness calls GET /readyz: whether the service can serve requests now.
func (c *Client) ReadReadiness(
	ctx context.Context, options ...CallOption,
) (*Readiness, error) {
	row := operation{"readReadiness", "GET", "/readyz", always, false}
	return send[Readiness](ctx, c, row, request{options: options})
}

// ReadJWKS calls GET /oauth2/jwks: read the public keys that verify what this service signs.
func (c *Client) ReadJWKS(
	ctx context.Context, options ...CallOption,
) (*PublicSigningJwks, error) {
	row := operation{"readJwks", "GET", "/oauth2/jwks", always, false}
	return send[PublicSigningJwks](ctx, c, row, request{options: options})
}

// ReadAuthorizationServerMetadata calls GET /.well-known/oauth-authorization-server: read what the token
// endpoint can do.
func (c *Client) ReadAuthorizationServerMetadata(
	ctx context.Context, options ...CallOption,
) (*AuthorizationServerMetadata, error) {
	row := operation{"readAuthorizationServerMetadata", "GET", "/.well-known/oauth-authorization-server", always, false}
	return send[AuthorizationServerMetadata](ctx, c, row, request{options: options})
}

// ListWebhookEndpointsParams is what ListWebhookEndpoints is asked by.
type ListWebhookEndpointsParams struct {
	// Of this company only.
	Company string `json:"company,omitempty"`
	// 1 to 100; default 20.
	Limit int `json:"limit,omitempty"`
	// `nextCursor` of the previous page.
	Cursor string `json:"cursor,omitempty"`
}

// ListWebhookEndpoints calls GET /api/public/v1/webhook-endpoints: list webhook endpoints, newest first.
func (c *Client) ListWebhookEndpoints(
	ctx context.Context, params ListWebhookEndpointsParams, options ...CallOption,
) (*ListWebhookEndpointsResponse, error) {
	row := operation{"listWebhookEndpoints", "GET", "/api/public/v1/webhook-endpoints", always, true}
	return send[ListWebhookEndpointsResponse](ctx, c, row, request{query: params, options: options})
}

// ListWebhookEndpointsPages goes through ListWebhookEndpoints page by page.
func (c *Client) ListWebhookEndpointsPages(
	params ListWebhookEndpointsParams, options ...CallOption,
) *Pages[ListWebhookEndpointsResponse] {
	read := func(ctx context.Context, place string) (*ListWebhookEndpointsResponse, string, error) {
		params.Cursor = place
		page, err := c.ListWebhookEndpoints(ctx, params, options...)
		if err != nil {
			return nil, "", err
		}
		return page, page.NextCursor, nil
	}
	return &Pages[ListWebhookEndpointsResponse]{read: read, at: params.Cursor}
}

// CreateWebhookEndpoint calls POST /api/public/v1/webhook-endpoints: tell where the events of a company go. It
// is carried out once under its idempotency key.
func (c *Client) CreateWebhookEndpoint(
	ctx context.Context, body CreateWebhookEndpointRequest, options ...CallOption,
) (*CreateWebhookEndpointResponse, error) {
	row := operation{"createWebhookEndpoint", "POST", "/api/public/v1/webhook-endpoints", underKey, true}
	return send[CreateWebhookEndpointResponse](ctx, c, row, request{body: body, options: options})
}

// ReadWebhookEndpoint calls GET /api/public/v1/webhook-endpoints/{endpoint_id}: read a webhook endpoint and how
// it is doing.
func (c *Client) ReadWebhookEndpoint(
	ctx context.Context, endpointID string, options ...CallOption,
) (*WebhookEndpoint, error) {
	row := operation{"readWebhookEndpoint", "GET", "/api/public/v1/webhook-endpoints/{endpointID}", always, true}
	return send[WebhookEndpoint](ctx, c, row, request{ids: []string{"endpointID", endpointID}, options: options})
}

// ChangeWebhookEndpoint calls PATCH /api/public/v1/webhook-endpoints/{endpoint_id}: change a webhook endpoint,
// or switch it on or off.
func (c *Client) ChangeWebhookEndpoint(
	ctx context.Context, endpointID string, body ChangeWebhookEndpointRequest, options ...CallOption,
) (*WebhookEndpoint, error) {
	row := operation{"changeWebhookEndpoint", "PATCH", "/api/public/v1/webhook-endpoints/{endpointID}", always, true}
	return send[WebhookEndpoint](ctx, c, row, request{ids: []string{"endpointID", endpointID}, body: body, options: options})
}

// DeleteWebhookEndpoint calls DELETE /api/public/v1/webhook-endpoints/{endpoint_id}: delete a webhook endpoint
// with its secrets.
func (c *Client) DeleteWebhookEndpoint(
	ctx context.Context, endpointID string, options ...CallOption,
) (*DeleteWebhookEndpointResponse, error) {
	row := operation{"deleteWebhookEndpoint", "DELETE", "/api/public/v1/webhook-endpoints/{endpointID}", always, true}
	return send[DeleteWebhookEndpointResponse](ctx, c, row, request{ids: []string{"endpointID", endpointID}, options: options})
}

// ListEventTypes calls GET /api/public/v1/event-types: list the types of events with their fields.
func (c *Client) ListEventTypes(
	ctx context.Context, options ...CallOption,
) (*ListEventTypesResponse, error) {
	row := operation{"listEventTypes", "GET", "/api/public/v1/event-types", always, true}
	return send[ListEventTypesResponse](ctx, c, row, request{options: options})
}

// RotateWebhookSecret calls POST /api/public/v1/webhook-endpoints/{endpoint_id}/rotate-secret: replace the
// secret of a webhook endpoint. It is carried out once under its idempotency key.
func (c *Client) RotateWebhookSecret(
	ctx context.Context, endpointID string, body RotateWebhookSecretRequest, options ...CallOption,
) (*RotateWebhookSecretResponse, error) {
	row := operation{"rotateWebhookSecret", "POST", "/api/public/v1/webhook-endpoints/{endpointID}/rotate-secret", underKey, true}
	return send[RotateWebhookSecretResponse](ctx, c, row, request{ids: []string{"endpointID", endpointID}, body: body, options: options})
}

// SendTestEvent calls POST /api/public/v1/webhook-endpoints/{endpoint_id}/test: send a test event to a webhook
// endpoint.
func (c *Client) SendTestEvent(
	ctx context.Context, endpointID string, options ...CallOption,
) (*SendTestEventResponse, error) {
	row := operation{"sendTestEvent", "POST", "/api/public/v1/webhook-endpoints/{endpointID}/test", never, true}
	return send[SendTestEventResponse](ctx, c, row, request{ids: []string{"endpointID", endpointID}, options: options})
}

// ListEventsParams is what ListEvents is asked by.
type ListEventsParams struct {
	// `cursor` or `nextCursor` of the previous response; `latest` to receive only new events. Without it, the list
	// starts with the oldest stored event.
	Cursor string `json:"cursor,omitempty"`
	// Alias of `cursor`.
	After string `json:"after,omitempty"`
	// 1 to 100; default 20.
	Limit int `json:"limit,omitempty"`
	// Of this company only.
	Company string `json:"company,omitempty"`
	// Only events of this type; accepts the same names as a subscription.
	Type string `json:"type,omitempty"`
	// Only events about this transaction.
	Transaction string `json:"transaction,omitempty"`
	// Only events about this process.
	Process string `json:"process,omitempty"`
}

// ListEvents calls GET /api/public/v1/events: list events after a cursor, oldest first.
func (c *Client) ListEvents(
	ctx context.Context, params ListEventsParams, options ...CallOption,
) (*ListEventsResponse, error) {
	row := operation{"listEvents", "GET", "/api/public/v1/events", always, true}
	return send[ListEventsResponse](ctx, c, row, request{query: params, options: options})
}

// ListEventsPages goes through ListEvents page by page, to its present end.
func (c *Client) ListEventsPages(
	params ListEventsParams, options ...CallOption,
) *Pages[ListEventsResponse] {
	at := &params.Cursor
	if params.After != "" {
		at = &params.After
	}
	read := func(ctx context.Context, place string) (*ListEventsResponse, string, error) {
		*at = place
		page, err := c.ListEvents(ctx, params, options...)
		if err != nil {
			return nil, "", err
		}
		next := ""
		if page.HasMore {
			next = page.Cursor
		}
		return page, next, nil
	}
	return &Pages[ListEventsResponse]{read: read, at: *at}
}

// ReadEvent calls GET /api/public/v1/events/{event_id}: read an event with its deliveries.
func (c *Client) ReadEvent(
	ctx context.Context, eventID string, options ...CallOption,
) (*EventResponse, error) {
	row := operation{"readEvent", "GET", "/api/public/v1/events/{eventID}", always, true}
	return send[EventResponse](ctx, c, row, request{ids: []string{"eventID", eventID}, options: options})
}

// ResendEventByID calls POST /api/public/v1/events/{event_id}/resend: send an event once more to every endpoint
// that wants it.
func (c *Client) ResendEventByID(
	ctx context.Context, eventID string, options ...CallOption,
) (*EventResentResponse, error) {
	row := operation{"resendEventById", "POST", "/api/public/v1/events/{eventID}/resend", always, true}
	return send[EventResentResponse](ctx, c, row, request{ids: []string{"eventID", eventID}, options: options})
}

// ReadDelivery calls GET /api/public/v1/deliveries/{delivery_id}: read a delivery with its attempts.
func (c *Client) ReadDelivery(
	ctx context.Context, deliveryID string, options ...CallOption,
) (*DeliveryResponse, error) {
	row := operation{"readDelivery", "GET", "/api/public/v1/deliveries/{deliveryID}", always, true}
	return send[DeliveryResponse](ctx, c, row, request{ids: []string{"deliveryID", deliveryID}, options: options})
}

// ResendDelivery calls POST /api/public/v1/deliveries/{delivery_id}/resend: send one delivery once more.
func (c *Client) ResendDelivery(
	ctx context.Context, deliveryID string, options ...CallOption,
) (*DeliverySummary, error) {
	row := operation{"resendDelivery", "POST", "/api/public/v1/deliveries/{deliveryID}/resend", always, true}
	return send[DeliverySummary](ctx, c, row, request{ids: []string{"deliveryID", deliveryID}, options: options})
}

// ListDeliveriesParams is what ListDeliveries is asked by.
type ListDeliveriesParams struct {
	// Only deliveries in this state; `pending` includes those being sent.
	State string `json:"state,omitempty"`
	// 1 to 100; default 20.
	Limit int `json:"limit,omitempty"`
	// `nextCursor` of the previous page.
	Cursor string `json:"cursor,omitempty"`
}

// ListDeliveries calls GET /api/public/v1/webhook-endpoints/{endpoint_id}/deliveries: list the deliveries to an
// endpoint, newest first.
func (c *Client) ListDeliveries(
	ctx context.Context, endpointID string, params ListDeliveriesParams, options ...CallOption,
) (*ListDeliveriesResponse, error) {
	row := operation{"listDeliveries", "GET", "/api/public/v1/webhook-endpoints/{endpointID}/deliveries", always, true}
	return send[ListDeliveriesResponse](ctx, c, row, request{ids: []string{"endpointID", endpointID}, query: params, options: options})
}

// ListDeliveriesPages goes through ListDeliveries page by page.
func (c *Client) ListDeliveriesPages(
	endpointID string, params ListDeliveriesParams, options ...CallOption,
) *Pages[ListDeliveriesResponse] {
	read := func(ctx context.Context, place string) (*ListDeliveriesResponse, string, error) {
		params.Cursor = place
		page, err := c.ListDeliveries(ctx, endpointID, params, options...)
		if err != nil {
			return nil, "", err
		}
		return page, page.NextCursor, nil
	}
	return &Pages[ListDeliveriesResponse]{read: read, at: params.Cursor}
}

// ReadBacklog calls GET /api/public/v1/webhook-endpoints/{endpoint_id}/backlog: read how much waits for an
// endpoint, and how long.
func (c *Client) ReadBacklog(
	ctx context.Context, endpointID string, options ...CallOption,
) (*BacklogResponse, error) {
	row := operation{"readBacklog", "GET", "/api/public/v1/webhook-endpoints/{endpointID}/backlog", always, true}
	return send[BacklogResponse](ctx, c, row, request{ids: []string{"endpointID", endpointID}, options: options})
}

// ResendFailed calls POST /api/public/v1/webhook-endpoints/{endpoint_id}/resend-failed: send everything again
// that failed to reach an endpoint since a time.
func (c *Client) ResendFailed(
	ctx context.Context, endpointID string, body ResendFailedRequest, options ...CallOption,
) (*ResendFailedResponse, error) {
	row := operation{"resendFailed", "POST", "/api/public/v1/webhook-endpoints/{endpointID}/resend-failed", always, true}
	return send[ResendFailedResponse](ctx, c, row, request{ids: []string{"endpointID", endpointID}, body: body, options: options})
}

// ListCallsParams is what ListCalls is asked by.
type ListCallsParams struct {
	// The call with this `X-Request-Id`.
	RequestID string `json:"requestId,omitempty"`
	// Only calls about this transaction.
	Transaction string `json:"transaction,omitempty"`
	// Only calls about this process.
	Process string `json:"process,omitempty"`
	// Only calls with this order number, complete and case-sensitive.
	OrderNumber string `json:"orderNumber,omitempty"`
	// The name of the service account that called.
	Account string `json:"account,omitempty"`
	// The operation id of the call.
	Operation string `json:"operation,omitempty"`
	// The HTTP status of the response.
	Status string `json:"status,omitempty"`
	// The code of the refusal.
	Code string `json:"code,omitempty"`
	// Only calls at or after this time. RFC 3339 date and time.
	From string `json:"from,omitempty"`
	// Only calls before this time. RFC 3339 date and time.
	Before string `json:"before,omitempty"`
	// 1 to 100; default 20.
	Limit int `json:"limit,omitempty"`
	// `nextCursor` of the previous page.
	Cursor string `json:"cursor,omitempty"`
}

// ListCalls calls GET /api/public/v1/calls: list and search the tenant's calls of the last 14 days, newest
// first.
func (c *Client) ListCalls(
	ctx context.Context, params ListCallsParams, options ...CallOption,
) (*ListCallsResponse, error) {
	row := operation{"listCalls", "GET", "/api/public/v1/calls", always, true}
	return send[ListCallsResponse](ctx, c, row, request{query: params, options: options})
}

// ListCallsPages goes through ListCalls page by page.
func (c *Client) ListCallsPages(
	params ListCallsParams, options ...CallOption,
) *Pages[ListCallsResponse] {
	read := func(ctx context.Context, place string) (*ListCallsResponse, string, error) {
		params.Cursor = place
		page, err := c.ListCalls(ctx, params, options...)
		if err != nil {
			return nil, "", err
		}
		return page, page.NextCursor, nil
	}
	return &Pages[ListCallsResponse]{read: read, at: params.Cursor}
}

// CreateTransaction calls POST /api/public/v1/walletid/transaction: ask whether a card belongs to a person. It
// is carried out once under its idempotency key.
func (c *Client) CreateTransaction(
	ctx context.Context, body CreateTransactionRequest, options ...CallOption,
) (*CreateTransactionResponse, error) {
	row := operation{"createTransaction", "POST", "/api/public/v1/walletid/transaction", underKey, true}
	return send[CreateTransactionResponse](ctx, c, row, request{body: body, options: options})
}

// RenewLink calls POST /api/public/v1/walletid/transactions/{transaction_id}/link: get a new link and SDK token
// for a transaction that still waits for the person.
func (c *Client) RenewLink(
	ctx context.Context, transactionID string, options ...CallOption,
) (*CreateTransactionResponse, error) {
	row := operation{"renewLink", "POST", "/api/public/v1/walletid/transactions/{transactionID}/link", never, true}
	return send[CreateTransactionResponse](ctx, c, row, request{ids: []string{"transactionID", transactionID}, options: options})
}

// CancelTransaction calls POST /api/public/v1/walletid/transactions/{transaction_id}/cancel: cancel a
// transaction that still waits for the person.
func (c *Client) CancelTransaction(
	ctx context.Context, transactionID string, options ...CallOption,
) (*TransactionStatusResponse, error) {
	row := operation{"cancelTransaction", "POST", "/api/public/v1/walletid/transactions/{transactionID}/cancel", always, true}
	return send[TransactionStatusResponse](ctx, c, row, request{ids: []string{"transactionID", transactionID}, options: options})
}

// ResendEvent calls POST /api/public/v1/walletid/transactions/{transaction_id}/events/resend: send the last
// event of a transaction once more.
func (c *Client) ResendEvent(
	ctx context.Context, transactionID string, options ...CallOption,
) (*ResendEventResponse, error) {
	row := operation{"resendEvent", "POST", "/api/public/v1/walletid/transactions/{transactionID}/events/resend", always, true}
	return send[ResendEventResponse](ctx, c, row, request{ids: []string{"transactionID", transactionID}, options: options})
}

// ReadTransaction calls GET /api/public/v1/walletid/transactions/{transaction_id}: read the status of a
// transaction.
func (c *Client) ReadTransaction(
	ctx context.Context, transactionID string, options ...CallOption,
) (*TransactionStatusResponse, error) {
	row := operation{"readTransaction", "GET", "/api/public/v1/walletid/transactions/{transactionID}", always, true}
	return send[TransactionStatusResponse](ctx, c, row, request{ids: []string{"transactionID", transactionID}, options: options})
}

// ListTransactionsParams is what ListTransactions is asked by.
type ListTransactionsParams struct {
	// The complete order number, case-sensitive.
	OrderNumber string `json:"orderNumber,omitempty"`
	// Prefix of the order number, case-sensitive.
	OrderNumberPrefix string `json:"orderNumberPrefix,omitempty"`
	// Only transactions with this status.
	Status TransactionStatus `json:"status,omitempty"`
	// Of this company only.
	Company string `json:"company,omitempty"`
	// Created at this time or later. RFC 3339 date and time.
	CreatedFrom string `json:"createdFrom,omitempty"`
	// Created before this time. RFC 3339 date and time.
	CreatedBefore string `json:"createdBefore,omitempty"`
	// 1 to 100; default 20.
	Limit int `json:"limit,omitempty"`
	// `nextCursor` of the previous page.
	Cursor string `json:"cursor,omitempty"`
}

// ListTransactions calls GET /api/public/v1/walletid/transactions: list and search transactions, newest first.
func (c *Client) ListTransactions(
	ctx context.Context, params ListTransactionsParams, options ...CallOption,
) (*ListTransactionsResponse, error) {
	row := operation{"listTransactions", "GET", "/api/public/v1/walletid/transactions", always, true}
	return send[ListTransactionsResponse](ctx, c, row, request{query: params, options: options})
}

// ListTransactionsPages goes through ListTransactions page by page.
func (c *Client) ListTransactionsPages(
	params ListTransactionsParams, options ...CallOption,
) *Pages[ListTransactionsResponse] {
	read := func(ctx context.Context, place string) (*ListTransactionsResponse, string, error) {
		params.Cursor = place
		page, err := c.ListTransactions(ctx, params, options...)
		if err != nil {
			return nil, "", err
		}
		return page, page.NextCursor, nil
	}
	return &Pages[ListTransactionsResponse]{read: read, at: params.Cursor}
}

// ReadTransactionHistory calls GET /api/public/v1/walletid/transactions/{transaction_id}/history: read a
// transaction with every step it went.
func (c *Client) ReadTransactionHistory(
	ctx context.Context, transactionID string, options ...CallOption,
) (*TransactionHistoryResponse, error) {
	row := operation{"readTransactionHistory", "GET", "/api/public/v1/walletid/transactions/{transactionID}/history", always, true}
	return send[TransactionHistoryResponse](ctx, c, row, request{ids: []string{"transactionID", transactionID}, options: options})
}

// ReadReceipt calls GET /api/public/v1/walletid/transactions/{transaction_id}/receipt: read the signed receipt
// of an approval.
func (c *Client) ReadReceipt(
	ctx context.Context, transactionID string, options ...CallOption,
) (*ReceiptResponse, error) {
	row := operation{"readReceipt", "GET", "/api/public/v1/walletid/transactions/{transactionID}/receipt", always, true}
	return send[ReceiptResponse](ctx, c, row, request{ids: []string{"transactionID", transactionID}, options: options})
}

// ReadEvidence calls GET /api/public/v1/walletid/transactions/{transaction_id}/evidence.pdf: read the evidence
// of an approval as a signed PDF document.
func (c *Client) ReadEvidence(
	ctx context.Context, transactionID string, options ...CallOption,
) ([]byte, error) {
	row := operation{"readEvidence", "GET", "/api/public/v1/walletid/transactions/{transactionID}/evidence.pdf", always, true}
	return sendForFile(ctx, c, row, request{ids: []string{"transactionID", transactionID}, options: options})
}

// ListCaptures calls GET /api/public/v1/walletid/transactions/{transaction_id}/captures: read what was captured
// for a transaction, and the checks of its decision.
func (c *Client) ListCaptures(
	ctx context.Context, transactionID string, options ...CallOption,
) (*ListCapturesResponse, error) {
	row := operation{"listCaptures", "GET", "/api/public/v1/walletid/transactions/{transactionID}/captures", always, true}
	return send[ListCapturesResponse](ctx, c, row, request{ids: []string{"transactionID", transactionID}, options: options})
}

// ReadCaptureImageParams is what ReadCaptureImage is asked by.
type ReadCaptureImageParams struct {
	// Why you view the image, such as a ticket number: 3 to 200 characters, not starting with a space. It is kept in
	// the audit log: never name the person.
	Reason string `json:"reason"`
}

// ReadCaptureImage calls GET
// /api/public/v1/walletid/transactions/{transaction_id}/captures/{attempt_id}/frames/{step}: look at a kept
// image, with a reason.
func (c *Client) ReadCaptureImage(
	ctx context.Context, transactionID string, attemptID string, step string, params ReadCaptureImageParams, options ...CallOption,
) ([]byte, error) {
	row := operation{"readCaptureImage", "GET", "/api/public/v1/walletid/transactions/{transactionID}/captures/{attemptID}/frames/{step}", always, true}
	return sendForFile(ctx, c, row, request{ids: []string{"transactionID", transactionID, "attemptID", attemptID, "step", step}, query: params, options: options})
}

// CreateProcess calls POST /client/v1/process: start a process: a selfie of one person, without a card. It is
// carried out once under its idempotency key.
func (c *Client) CreateProcess(
	ctx context.Context, body CreateProcessRequest, options ...CallOption,
) (*CreateProcessResponse, error) {
	row := operation{"createProcess", "POST", "/client/v1/process", underKey, true}
	return send[CreateProcessResponse](ctx, c, row, request{body: body, options: options})
}

// RenewProcessLink calls POST /client/v1/process/{process_id}/link: get a new address and SDK token for a
// process that still waits for the person.
func (c *Client) RenewProcessLink(
	ctx context.Context, processID string, options ...CallOption,
) (*CreateProcessResponse, error) {
	row := operation{"renewProcessLink", "POST", "/client/v1/process/{processID}/link", never, true}
	return send[CreateProcessResponse](ctx, c, row, request{ids: []string{"processID", processID}, options: options})
}

// ReadProcessSelfieParams is what ReadProcessSelfie is asked by.
type ReadProcessSelfieParams struct {
	// Why you view the image, such as a ticket number: 3 to 200 characters, not starting with a space. It is kept in
	// the audit log: never name the person.
	Reason string `json:"reason"`
}

// ReadProcessSelfie calls GET /client/v1/process/{process_id}/selfie: look at the selfie of a process, with a
// reason.
func (c *Client) ReadProcessSelfie(
	ctx context.Context, processID string, params ReadProcessSelfieParams, options ...CallOption,
) (*SelfieResponse, error) {
	row := operation{"readProcessSelfie", "GET", "/client/v1/process/{processID}/selfie", always, true}
	return send[SelfieResponse](ctx, c, row, request{ids: []string{"processID", processID}, query: params, options: options})
}

// ReadProcess calls GET /client/v1/process/{process_id}: read a process with its results.
func (c *Client) ReadProcess(
	ctx context.Context, processID string, options ...CallOption,
) (*ProcessResponse, error) {
	row := operation{"readProcess", "GET", "/client/v1/process/{processID}", always, true}
	return send[ProcessResponse](ctx, c, row, request{ids: []string{"processID", processID}, options: options})
}

// ReadProcessHistory calls GET /client/v1/process/{process_id}/history: read a process with every step it went
// and every transaction that used it.
func (c *Client) ReadProcessHistory(
	ctx context.Context, processID string, options ...CallOption,
) (*ProcessHistoryResponse, error) {
	row := operation{"readProcessHistory", "GET", "/client/v1/process/{processID}/history", always, true}
	return send[ProcessHistoryResponse](ctx, c, row, request{ids: []string{"processID", processID}, options: options})
}

// ReadLimits calls GET /api/public/v1/limits: read the caller's limits and what is left of them.
func (c *Client) ReadLimits(
	ctx context.Context, options ...CallOption,
) (*LimitsResponse, error) {
	row := operation{"readLimits", "GET", "/api/public/v1/limits", always, true}
	return send[LimitsResponse](ctx, c, row, request{options: options})
}

// CreateFaceReference calls POST /api/public/v1/references: enrol the face of a person you know, from
// photographs.
func (c *Client) CreateFaceReference(
	ctx context.Context, body CreateReferenceRequest, options ...CallOption,
) (*ReferenceResponse, error) {
	row := operation{"createFaceReference", "POST", "/api/public/v1/references", always, true}
	return send[ReferenceResponse](ctx, c, row, request{body: body, options: options})
}

// ReadFaceReference calls GET /api/public/v1/references/{reference_id}: read a reference, without pictures.
func (c *Client) ReadFaceReference(
	ctx context.Context, referenceID string, options ...CallOption,
) (*ReferenceResponse, error) {
	row := operation{"readFaceReference", "GET", "/api/public/v1/references/{referenceID}", always, true}
	return send[ReferenceResponse](ctx, c, row, request{ids: []string{"referenceID", referenceID}, options: options})
}

// DeleteFaceReference calls DELETE /api/public/v1/references/{reference_id}: withdraw a reference with its
// faces.
func (c *Client) DeleteFaceReference(
	ctx context.Context, referenceID string, options ...CallOption,
) (*DeleteReferenceResponse, error) {
	row := operation{"deleteFaceReference", "DELETE", "/api/public/v1/references/{referenceID}", always, true}
	return send[DeleteReferenceResponse](ctx, c, row, request{ids: []string{"referenceID", referenceID}, options: options})
}

// ReadReferencePhotographParams is what ReadReferencePhotograph is asked by.
type ReadReferencePhotographParams struct {
	// Why you view the image, such as a ticket number: 3 to 200 characters, not starting with a space. It is kept in
	// the audit log: never name the person.
	Reason string `json:"reason"`
}

// ReadReferencePhotograph calls GET /api/public/v1/references/{reference_id}/photographs/{position}: look at a
// kept photograph of a reference, with a reason.
func (c *Client) ReadReferencePhotograph(
	ctx context.Context, referenceID string, position string, params ReadReferencePhotographParams, options ...CallOption,
) ([]byte, error) {
	row := operation{"readReferencePhotograph", "GET", "/api/public/v1/references/{referenceID}/photographs/{position}", always, true}
	return sendForFile(ctx, c, row, request{ids: []string{"referenceID", referenceID, "position", position}, query: params, options: options})
}

// ListScenarios calls GET /api/public/v1/walletid/sandbox/scenarios: list the scenarios of the sandbox.
func (c *Client) ListScenarios(
	ctx context.Context, options ...CallOption,
) (*ListScenariosResponse, error) {
	row := operation{"listScenarios", "GET", "/api/public/v1/walletid/sandbox/scenarios", always, true}
	return send[ListScenariosResponse](ctx, c, row, request{options: options})
}

// StepTransaction calls POST /api/public/v1/walletid/sandbox/transactions/{transaction_id}/steps: let something
// happen to a live transaction of the sandbox.
func (c *Client) StepTransaction(
	ctx context.Context, transactionID string, body StepTransactionRequest, options ...CallOption,
) (*TransactionStatusResponse, error) {
	row := operation{"stepTransaction", "POST", "/api/public/v1/walletid/sandbox/transactions/{transactionID}/steps", never, true}
	return send[TransactionStatusResponse](ctx, c, row, request{ids: []string{"transactionID", transactionID}, body: body, options: options})
}

// EraseIdentity calls POST /api/public/v1/persons/erasures: erase everything of a person from the tenant's data.
// It is carried out once under its idempotency key.
func (c *Client) EraseIdentity(
	ctx context.Context, body EraseIdentityRequest, options ...CallOption,
) (*ErasureResponse, error) {
	row := operation{"eraseIdentity", "POST", "/api/public/v1/persons/erasures", underKey, true}
	return send[ErasureResponse](ctx, c, row, request{body: body, options: options})
}

// ReadErasure calls GET /api/public/v1/persons/erasures/{erasure_id}: read an erasure with its signed receipt.
func (c *Client) ReadErasure(
	ctx context.Context, erasureID string, options ...CallOption,
) (*ErasureResponse, error) {
	row := operation{"readErasure", "GET", "/api/public/v1/persons/erasures/{erasureID}", always, true}
	return send[ErasureResponse](ctx, c, row, request{ids: []string{"erasureID", erasureID}, options: options})
}
