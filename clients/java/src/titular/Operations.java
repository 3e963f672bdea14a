// Code generated from the contract by `npm run generate`. DO NOT EDIT.
package titular;

import java.util.Arrays;
import titular.Arguments.Given;
import titular.Arguments.Operation;

/** The operations of the API, each as a method of {@link Titular}. */
public abstract sealed class Operations permits Titular {
    /** The version of the contract that the methods were made of. */
    public static final String CONTRACT_VERSION = "1.0.0";

    Operations() {}

    /** Asks an operation for a JSON object. */
    abstract <T> T send(Operation asked, Given given, Class<T> type);

    /** Asks an operation for bytes. */
    abstract byte[] sendForFile(Operation asked, Given given);

    /** Calls GET /healthz: whether the process is alive. */
    public Types.Health readHealth(CallOption... options) {
        Operation row = new Operation(
            "readHealth", "GET", "/healthz",
            Arguments.Repeat.ALWAYS, false);
        Given given = new Given(Arrays.asList(), null, null, options);
        return send(row, given, Types.Health.class);
    }

    /** Calls GET /readyz: whether the service can serve requests now. */
    public Types.Readiness readReadiness(CallOption... options) {
        Operation row = new Operation(
            "readReadiness", "GET", "/readyz",
            Arguments.Repeat.ALWAYS, false);
        Given given = new Given(Arrays.asList(), null, null, options);
        return send(row, given, Types.Readiness.class);
    }

    /** Calls GET /oauth2/jwks: read the public keys that verify what this service signs. */
    public Types.PublicSigningJwks readJwks(CallOption... options) {
        Operation row = new Operation(
            "readJwks", "GET", "/oauth2/jwks",
            Arguments.Repeat.ALWAYS, false);
        Given given = new Given(Arrays.asList(), null, null, options);
        return send(row, given, Types.PublicSigningJwks.class);
    }

    /** Calls GET /.well-known/oauth-authorization-server: read what the token endpoint can do. */
    public Types.AuthorizationServerMetadata readAuthorizationServerMetadata(CallOption... options) {
        Operation row = new Operation(
            "readAuthorizationServerMetadata", "GET", "/.well-known/oauth-authorization-server",
            Arguments.Repeat.ALWAYS, false);
        Given given = new Given(Arrays.asList(), null, null, options);
        return send(row, given, Types.AuthorizationServerMetadata.class);
    }

    /** Calls GET /api/public/v1/webhook-endpoints: list webhook endpoints, newest first. */
    public Types.ListWebhookEndpointsResponse listWebhookEndpoints(
        Types.ListWebhookEndpointsParams params, CallOption... options
    ) {
        Operation row = new Operation(
            "listWebhookEndpoints", "GET", "/api/public/v1/webhook-endpoints",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList(), params, null, options);
        return send(row, given, Types.ListWebhookEndpointsResponse.class);
    }

    /** Goes through listWebhookEndpoints page by page. */
    public Pages<Types.ListWebhookEndpointsResponse> listWebhookEndpointsPages(
        Types.ListWebhookEndpointsParams params, CallOption... options
    ) {
        return new Pages<>(params.cursor(), place -> {
            Types.ListWebhookEndpointsParams moved = new Types.ListWebhookEndpointsParams(
                params.company(), params.limit(), place);
            Types.ListWebhookEndpointsResponse page = listWebhookEndpoints(moved, options);
            return new Pages.Read<>(page, page.nextCursor());
        });
    }

    /**
     * Calls POST /api/public/v1/webhook-endpoints: tell where the events of a company go. It is carried out once
     * under its idempotency key.
     */
    public Types.CreateWebhookEndpointResponse createWebhookEndpoint(
        Types.CreateWebhookEndpointRequest body, CallOption... options
    ) {
        Operation row = new Operation(
            "createWebhookEndpoint", "POST", "/api/public/v1/webhook-endpoints",
            Arguments.Repeat.UNDER_KEY, true);
        Given given = new Given(Arrays.asList(), null, body, options);
        return send(row, given, Types.CreateWebhookEndpointResponse.class);
    }

    /** Calls GET /api/public/v1/webhook-endpoints/{endpoint_id}: read a webhook endpoint and how it is doing. */
    public Types.WebhookEndpoint readWebhookEndpoint(String endpointId, CallOption... options) {
        Operation row = new Operation(
            "readWebhookEndpoint", "GET", "/api/public/v1/webhook-endpoints/{endpointId}",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("endpointId", endpointId), null, null, options);
        return send(row, given, Types.WebhookEndpoint.class);
    }

    /**
     * Calls PATCH /api/public/v1/webhook-endpoints/{endpoint_id}: change a webhook endpoint, or switch it on or
     * off.
     */
    public Types.WebhookEndpoint changeWebhookEndpoint(
        String endpointId, Types.ChangeWebhookEndpointRequest body, CallOption... options
    ) {
        Operation row = new Operation(
            "changeWebhookEndpoint", "PATCH", "/api/public/v1/webhook-endpoints/{endpointId}",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("endpointId", endpointId), null, body, options);
        return send(row, given, Types.WebhookEndpoint.class);
    }

    /** Calls DELETE /api/public/v1/webhook-endpoints/{endpoint_id}: delete a webhook endpoint with its secrets. */
    public Types.DeleteWebhookEndpointResponse deleteWebhookEndpoint(String endpointId, CallOption... options) {
        Operation row = new Operation(
            "deleteWebhookEndpoint", "DELETE", "/api/public/v1/webhook-endpoints/{endpointId}",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("endpointId", endpointId), null, null, options);
        return send(row, given, Types.DeleteWebhookEndpointResponse.class);
    }

    /** Calls GET /api/public/v1/event-types: list the types of events with their fields. */
    public Types.ListEventTypesResponse listEventTypes(CallOption... options) {
        Operation row = new Operation(
            "listEventTypes", "GET", "/api/public/v1/event-types",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList(), null, null, options);
        return send(row, given, Types.ListEventTypesResponse.class);
    }

    /**
     * Calls POST /api/public/v1/webhook-endpoints/{endpoint_id}/rotate-secret: replace the secret of a webhook
     * endpoint. It is carried out once under its idempotency key.
     */
    public Types.RotateWebhookSecretResponse rotateWebhookSecret(
        String endpointId, Types.RotateWebhookSecretRequest body, CallOption... options
    ) {
        Operation row = new Operation(
            "rotateWebhookSecret", "POST", "/api/public/v1/webhook-endpoints/{endpointId}/rotate-secret",
            Arguments.Repeat.UNDER_KEY, true);
        Given given = new Given(Arrays.asList("endpointId", endpointId), null, body, options);
        return send(row, given, Types.RotateWebhookSecretResponse.class);
    }

    /** Calls POST /api/public/v1/webhook-endpoints/{endpoint_id}/test: send a test event to a webhook endpoint. */
    public Types.SendTestEventResponse sendTestEvent(String endpointId, CallOption... options) {
        Operation row = new Operation(
            "sendTestEvent", "POST", "/api/public/v1/webhook-endpoints/{endpointId}/test",
            Arguments.Repeat.NEVER, true);
        Given given = new Given(Arrays.asList("endpointId", endpointId), null, null, options);
        return send(row, given, Types.SendTestEventResponse.class);
    }

    /** Calls GET /api/public/v1/events: list events after a cursor, oldest first. */
    public Types.ListEventsResponse listEvents(Types.ListEventsParams params, CallOption... options) {
        Operation row = new Operation(
            "listEvents", "GET", "/api/public/v1/events",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList(), params, null, options);
        return send(row, given, Types.ListEventsResponse.class);
    }

    /** Goes through listEvents page by page, to its present end. */
    public Pages<Types.ListEventsResponse> listEventsPages(Types.ListEventsParams params, CallOption... options) {
        boolean isAfter = params.after() != null;
        return new Pages<>(params.after() == null ? params.cursor() : params.after(), place -> {
            Types.ListEventsParams moved = new Types.ListEventsParams(
                isAfter ? null : place, isAfter ? place : null, params.limit(), params.company(), params.type(), params.transaction(), params.process());
            Types.ListEventsResponse page = listEvents(moved, options);
            return new Pages.Read<>(page, page.hasMore() ? page.cursor() : null);
        });
    }

    /** Calls GET /api/public/v1/events/{event_id}: read an event with its deliveries. */
    public Types.EventResponse readEvent(String eventId, CallOption... options) {
        Operation row = new Operation(
            "readEvent", "GET", "/api/public/v1/events/{eventId}",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("eventId", eventId), null, null, options);
        return send(row, given, Types.EventResponse.class);
    }

    /**
     * Calls POST /api/public/v1/events/{event_id}/resend: send an event once more to every endpoint that wants
     * it.
     */
    public Types.EventResentResponse resendEventById(String eventId, CallOption... options) {
        Operation row = new Operation(
            "resendEventById", "POST", "/api/public/v1/events/{eventId}/resend",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("eventId", eventId), null, null, options);
        return send(row, given, Types.EventResentResponse.class);
    }

    /** Calls GET /api/public/v1/deliveries/{delivery_id}: read a delivery with its attempts. */
    public Types.DeliveryResponse readDelivery(String deliveryId, CallOption... options) {
        Operation row = new Operation(
            "readDelivery", "GET", "/api/public/v1/deliveries/{deliveryId}",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("deliveryId", deliveryId), null, null, options);
        return send(row, given, Types.DeliveryResponse.class);
    }

    /** Calls POST /api/public/v1/deliveries/{delivery_id}/resend: send one delivery once more. */
    public Types.DeliverySummary resendDelivery(String deliveryId, CallOption... options) {
        Operation row = new Operation(
            "resendDelivery", "POST", "/api/public/v1/deliveries/{deliveryId}/resend",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("deliveryId", deliveryId), null, null, options);
        return send(row, given, Types.DeliverySummary.class);
    }

    /**
     * Calls GET /api/public/v1/webhook-endpoints/{endpoint_id}/deliveries: list the deliveries to an endpoint,
     * newest first.
     */
    public Types.ListDeliveriesResponse listDeliveries(
        String endpointId, Types.ListDeliveriesParams params, CallOption... options
    ) {
        Operation row = new Operation(
            "listDeliveries", "GET", "/api/public/v1/webhook-endpoints/{endpointId}/deliveries",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("endpointId", endpointId), params, null, options);
        return send(row, given, Types.ListDeliveriesResponse.class);
    }

    /** Goes through listDeliveries page by page. */
    public Pages<Types.ListDeliveriesResponse> listDeliveriesPages(
        String endpointId, Types.ListDeliveriesParams params, CallOption... options
    ) {
        return new Pages<>(params.cursor(), place -> {
            Types.ListDeliveriesParams moved = new Types.ListDeliveriesParams(
                params.state(), params.limit(), place);
            Types.ListDeliveriesResponse page = listDeliveries(endpointId, moved, options);
            return new Pages.Read<>(page, page.nextCursor());
        });
    }

    /**
     * Calls GET /api/public/v1/webhook-endpoints/{endpoint_id}/backlog: read how much waits for an endpoint, and
     * how long.
     */
    public Types.BacklogResponse readBacklog(String endpointId, CallOption... options) {
        Operation row = new Operation(
            "readBacklog", "GET", "/api/public/v1/webhook-endpoints/{endpointId}/backlog",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("endpointId", endpointId), null, null, options);
        return send(row, given, Types.BacklogResponse.class);
    }

    /**
     * Calls POST /api/public/v1/webhook-endpoints/{endpoint_id}/resend-failed: send everything again that failed
     * to reach an endpoint since a time.
     */
    public Types.ResendFailedResponse resendFailed(
        String endpointId, Types.ResendFailedRequest body, CallOption... options
    ) {
        Operation row = new Operation(
            "resendFailed", "POST", "/api/public/v1/webhook-endpoints/{endpointId}/resend-failed",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("endpointId", endpointId), null, body, options);
        return send(row, given, Types.ResendFailedResponse.class);
    }

    /** Calls GET /api/public/v1/calls: list and search the tenant's calls of the last 14 days, newest first. */
    public Types.ListCallsResponse listCalls(Types.ListCallsParams params, CallOption... options) {
        Operation row = new Operation(
            "listCalls", "GET", "/api/public/v1/calls",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList(), params, null, options);
        return send(row, given, Types.ListCallsResponse.class);
    }

    /** Goes through listCalls page by page. */
    public Pages<Types.ListCallsResponse> listCallsPages(Types.ListCallsParams params, CallOption... options) {
        return new Pages<>(params.cursor(), place -> {
            Types.ListCallsParams moved = new Types.ListCallsParams(
                params.requestId(), params.transaction(), params.process(), params.orderNumber(), params.account(), params.operation(), params.status(), params.code(), params.from(), params.before(), params.limit(), place);
            Types.ListCallsResponse page = listCalls(moved, options);
            return new Pages.Read<>(page, page.nextCursor());
        });
    }

    /**
     * Calls POST /api/public/v1/walletid/transaction: ask whether a card belongs to a person. It is carried out
     * once under its idempotency key.
     */
    public Types.CreateTransactionResponse createTransaction(
        Types.CreateTransactionRequest body, CallOption... options
    ) {
        Operation row = new Operation(
            "createTransaction", "POST", "/api/public/v1/walletid/transaction",
            Arguments.Repeat.UNDER_KEY, true);
        Given given = new Given(Arrays.asList(), null, body, options);
        return send(row, given, Types.CreateTransactionResponse.class);
    }

    /**
     * Calls POST /api/public/v1/walletid/transactions/{transaction_id}/link: get a new link and SDK token for a
     * transaction that still waits for the person.
     */
    public Types.CreateTransactionResponse renewLink(String transactionId, CallOption... options) {
        Operation row = new Operation(
            "renewLink", "POST", "/api/public/v1/walletid/transactions/{transactionId}/link",
            Arguments.Repeat.NEVER, true);
        Given given = new Given(Arrays.asList("transactionId", transactionId), null, null, options);
        return send(row, given, Types.CreateTransactionResponse.class);
    }

    /**
     * Calls POST /api/public/v1/walletid/transactions/{transaction_id}/cancel: cancel a transaction that still
     * waits for the person.
     */
    public Types.TransactionStatusResponse cancelTransaction(String transactionId, CallOption... options) {
        Operation row = new Operation(
            "cancelTransaction", "POST", "/api/public/v1/walletid/transactions/{transactionId}/cancel",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("transactionId", transactionId), null, null, options);
        return send(row, given, Types.TransactionStatusResponse.class);
    }

    /**
     * Calls POST /api/public/v1/walletid/transactions/{transaction_id}/events/resend: send the last event of a
     * transaction once more.
     */
    public Types.ResendEventResponse resendEvent(String transactionId, CallOption... options) {
        Operation row = new Operation(
            "resendEvent", "POST", "/api/public/v1/walletid/transactions/{transactionId}/events/resend",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("transactionId", transactionId), null, null, options);
        return send(row, given, Types.ResendEventResponse.class);
    }

    /** Calls GET /api/public/v1/walletid/transactions/{transaction_id}: read the status of a transaction. */
    public Types.TransactionStatusResponse readTransaction(String transactionId, CallOption... options) {
        Operation row = new Operation(
            "readTransaction", "GET", "/api/public/v1/walletid/transactions/{transactionId}",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("transactionId", transactionId), null, null, options);
        return send(row, given, Types.TransactionStatusResponse.class);
    }

    /** Calls GET /api/public/v1/walletid/transactions: list and search transactions, newest first. */
    public Types.ListTransactionsResponse listTransactions(Types.ListTransactionsParams params, CallOption... options) {
        Operation row = new Operation(
            "listTransactions", "GET", "/api/public/v1/walletid/transactions",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList(), params, null, options);
        return send(row, given, Types.ListTransactionsResponse.class);
    }

    /** Goes through listTransactions page by page. */
    public Pages<Types.ListTransactionsResponse> listTransactionsPages(
        Types.ListTransactionsParams params, CallOption... options
    ) {
        return new Pages<>(params.cursor(), place -> {
            Types.ListTransactionsParams moved = new Types.ListTransactionsParams(
                params.orderNumber(), params.orderNumberPrefix(), params.status(), params.company(), params.createdFrom(), params.createdBefore(), params.limit(), place);
            Types.ListTransactionsResponse page = listTransactions(moved, options);
            return new Pages.Read<>(page, page.nextCursor());
        });
    }

    /**
     * Calls GET /api/public/v1/walletid/transactions/{transaction_id}/history: read a transaction with every
     * step it went.
     */
    public Types.TransactionHistoryResponse readTransactionHistory(String transactionId, CallOption... options) {
        Operation row = new Operation(
            "readTransactionHistory", "GET", "/api/public/v1/walletid/transactions/{transactionId}/history",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("transactionId", transactionId), null, null, options);
        return send(row, given, Types.TransactionHistoryResponse.class);
    }

    /**
     * Calls GET /api/public/v1/walletid/transactions/{transaction_id}/receipt: read the signed receipt of an
     * approval.
     */
    public Types.ReceiptResponse readReceipt(String transactionId, CallOption... options) {
        Operation row = new Operation(
            "readReceipt", "GET", "/api/public/v1/walletid/transactions/{transactionId}/receipt",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("transactionId", transactionId), null, null, options);
        return send(row, given, Types.ReceiptResponse.class);
    }

    /**
     * Calls GET /api/public/v1/walletid/transactions/{transaction_id}/evidence.pdf: read the evidence of an
     * approval as a signed PDF document.
     */
    public byte[] readEvidence(String transactionId, CallOption... options) {
        Operation row = new Operation(
            "readEvidence", "GET", "/api/public/v1/walletid/transactions/{transactionId}/evidence.pdf",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("transactionId", transactionId), null, null, options);
        return sendForFile(row, given);
    }

    /**
     * Calls GET /api/public/v1/walletid/transactions/{transaction_id}/captures: read what was captured for a
     * transaction, and the checks of its decision.
     */
    public Types.ListCapturesResponse listCaptures(String transactionId, CallOption... options) {
        Operation row = new Operation(
            "listCaptures", "GET", "/api/public/v1/walletid/transactions/{transactionId}/captures",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("transactionId", transactionId), null, null, options);
        return send(row, given, Types.ListCapturesResponse.class);
    }

    /**
     * Calls GET /api/public/v1/walletid/transactions/{transaction_id}/captures/{attempt_id}/frames/{step}: look
     * at a kept image, with a reason.
     */
    public byte[] readCaptureImage(
        String transactionId, String attemptId, String step, Types.ReadCaptureImageParams params, CallOption... options
    ) {
        Operation row = new Operation(
            "readCaptureImage", "GET", "/api/public/v1/walletid/transactions/{transactionId}/captures/{attemptId}/frames/{step}",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("transactionId", transactionId, "attemptId", attemptId, "step", step), params, null, options);
        return sendForFile(row, given);
    }

    /**
     * Calls POST /client/v1/process: start a process: a selfie of one person, without a card. It is carried out
     * once under its idempotency key.
     */
    public Types.CreateProcessResponse createProcess(Types.CreateProcessRequest body, CallOption... options) {
        Operation row = new Operation(
            "createProcess", "POST", "/client/v1/process",
            Arguments.Repeat.UNDER_KEY, true);
        Given given = new Given(Arrays.asList(), null, body, options);
        return send(row, given, Types.CreateProcessResponse.class);
    }

    /**
     * Calls POST /client/v1/process/{process_id}/link: get a new address and SDK token for a process that still
     * waits for the person.
     */
    public Types.CreateProcessResponse renewProcessLink(String processId, CallOption... options) {
        Operation row = new Operation(
            "renewProcessLink", "POST", "/client/v1/process/{processId}/link",
            Arguments.Repeat.NEVER, true);
        Given given = new Given(Arrays.asList("processId", processId), null, null, options);
        return send(row, given, Types.CreateProcessResponse.class);
    }

    /** Calls GET /client/v1/process/{process_id}/selfie: look at the selfie of a process, with a reason. */
    public Types.SelfieResponse readProcessSelfie(
        String processId, Types.ReadProcessSelfieParams params, CallOption... options
    ) {
        Operation row = new Operation(
            "readProcessSelfie", "GET", "/client/v1/process/{processId}/selfie",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("processId", processId), params, null, options);
        return send(row, given, Types.SelfieResponse.class);
    }

    /** Calls GET /client/v1/process/{process_id}: read a process with its results. */
    public Types.ProcessResponse readProcess(String processId, CallOption... options) {
        Operation row = new Operation(
            "readProcess", "GET", "/client/v1/process/{processId}",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("processId", processId), null, null, options);
        return send(row, given, Types.ProcessResponse.class);
    }

    /**
     * Calls GET /client/v1/process/{process_id}/history: read a process with every step it went and every
     * transaction that used it.
     */
    public Types.ProcessHistoryResponse readProcessHistory(String processId, CallOption... options) {
        Operation row = new Operation(
            "readProcessHistory", "GET", "/client/v1/process/{processId}/history",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("processId", processId), null, null, options);
        return send(row, given, Types.ProcessHistoryResponse.class);
    }

    /** Calls GET /api/public/v1/limits: read the caller's limits and what is left of them. */
    public Types.LimitsResponse readLimits(CallOption... options) {
        Operation row = new Operation(
            "readLimits", "GET", "/api/public/v1/limits",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList(), null, null, options);
        return send(row, given, Types.LimitsResponse.class);
    }

    /** Calls POST /api/public/v1/references: enrol the face of a person you know, from photographs. */
    public Types.ReferenceResponse createFaceReference(Types.CreateReferenceRequest body, CallOption... options) {
        Operation row = new Operation(
            "createFaceReference", "POST", "/api/public/v1/references",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList(), null, body, options);
        return send(row, given, Types.ReferenceResponse.class);
    }

    /** Calls GET /api/public/v1/references/{reference_id}: read a reference, without pictures. */
    public Types.ReferenceResponse readFaceReference(String referenceId, CallOption... options) {
        Operation row = new Operation(
            "readFaceReference", "GET", "/api/public/v1/references/{referenceId}",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("referenceId", referenceId), null, null, options);
        return send(row, given, Types.ReferenceResponse.class);
    }

    /** Calls DELETE /api/public/v1/references/{reference_id}: withdraw a reference with its faces. */
    public Types.DeleteReferenceResponse deleteFaceReference(String referenceId, CallOption... options) {
        Operation row = new Operation(
            "deleteFaceReference", "DELETE", "/api/public/v1/references/{referenceId}",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("referenceId", referenceId), null, null, options);
        return send(row, given, Types.DeleteReferenceResponse.class);
    }

    /**
     * Calls GET /api/public/v1/references/{reference_id}/photographs/{position}: look at a kept photograph of a
     * reference, with a reason.
     */
    public byte[] readReferencePhotograph(
        String referenceId, String position, Types.ReadReferencePhotographParams params, CallOption... options
    ) {
        Operation row = new Operation(
            "readReferencePhotograph", "GET", "/api/public/v1/references/{referenceId}/photographs/{position}",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("referenceId", referenceId, "position", position), params, null, options);
        return sendForFile(row, given);
    }

    /** Calls GET /api/public/v1/walletid/sandbox/scenarios: list the scenarios of the sandbox. */
    public Types.ListScenariosResponse listScenarios(CallOption... options) {
        Operation row = new Operation(
            "listScenarios", "GET", "/api/public/v1/walletid/sandbox/scenarios",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList(), null, null, options);
        return send(row, given, Types.ListScenariosResponse.class);
    }

    /**
     * Calls POST /api/public/v1/walletid/sandbox/transactions/{transaction_id}/steps: let something happen to a
     * live transaction of the sandbox.
     */
    public Types.TransactionStatusResponse stepTransaction(
        String transactionId, Types.StepTransactionRequest body, CallOption... options
    ) {
        Operation row = new Operation(
            "stepTransaction", "POST", "/api/public/v1/walletid/sandbox/transactions/{transactionId}/steps",
            Arguments.Repeat.NEVER, true);
        Given given = new Given(Arrays.asList("transactionId", transactionId), null, body, options);
        return send(row, given, Types.TransactionStatusResponse.class);
    }

    /**
     * Calls POST /api/public/v1/persons/erasures: erase everything of a person from the tenant's data. It is
     * carried out once under its idempotency key.
     */
    public Types.ErasureResponse eraseIdentity(Types.EraseIdentityRequest body, CallOption... options) {
        Operation row = new Operation(
            "eraseIdentity", "POST", "/api/public/v1/persons/erasures",
            Arguments.Repeat.UNDER_KEY, true);
        Given given = new Given(Arrays.asList(), null, body, options);
        return send(row, given, Types.ErasureResponse.class);
    }

    /** Calls GET /api/public/v1/persons/erasures/{erasure_id}: read an erasure with its signed receipt. */
    public Types.ErasureResponse readErasure(String erasureId, CallOption... options) {
        Operation row = new Operation(
            "readErasure", "GET", "/api/public/v1/persons/erasures/{erasureId}",
            Arguments.Repeat.ALWAYS, true);
        Given given = new Given(Arrays.asList("erasureId", erasureId), null, null, options);
        return send(row, given, Types.ErasureResponse.class);
    }
}
