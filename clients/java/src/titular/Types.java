// Code generated from the contract by `npm run generate`. DO NOT EDIT.
package titular;

import java.util.List;
import java.util.Optional;
import titular.json.Name;
import titular.json.Word;

/** What requests and answers are made of. Members that an answer does not have are null, lists empty. */
public final class Types {
    private Types() {}

    /**
     * What listWebhookEndpoints is asked by.
     *
     * @param company Of this company only.
     * @param limit 1 to 100; default 20.
     * @param cursor `nextCursor` of the previous page.
     */
    public record ListWebhookEndpointsParams(
        String company,
        Long limit,
        String cursor
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a ListWebhookEndpointsParams; what is not set is not sent. */
        public static final class Builder {
            private String company;
            private Long limit;
            private String cursor;

            private Builder() {}

            /** Of this company only. */
            public Builder company(String company) {
                this.company = company;
                return this;
            }

            /** 1 to 100; default 20. */
            public Builder limit(long limit) {
                this.limit = limit;
                return this;
            }

            /** `nextCursor` of the previous page. */
            public Builder cursor(String cursor) {
                this.cursor = cursor;
                return this;
            }

            /** Makes the record. */
            public ListWebhookEndpointsParams build() {
                return new ListWebhookEndpointsParams(company, limit, cursor);
            }
        }
    }

    /**
     * The body of createWebhookEndpoint.
     *
     * @param company The company whose events are sent there.
     * @param url An `https` URL, in the test environment also `http`; without user information, and not in a
     * private network.
     * @param description Your own description.
     * @param eventTypes Subscribed event types; an empty list means all. `PROCESS_STATE_FINISHED` is accepted
     * for `process.finished`, and `PROCESS_STATE_FAILED` for `process.failed`.
     * @param statuses Subscribed transaction statuses; an empty list means all final ones. A non-final status
     * also subscribes to `transaction.changed`.
     * @param maximumAttempts Attempts before a delivery counts as failed; default 8.
     * @param intervalSeconds Seconds between attempts; by default pauses grow from 5 seconds to 10 hours. A
     * random jitter of up to 10 % is applied.
     * @param maximumAtOnce Maximum concurrent requests; default 50.
     * @param timeoutSeconds Response timeout; default 15 seconds.
     */
    public record CreateWebhookEndpointRequest(
        String company,
        String url,
        String description,
        List<String> eventTypes,
        List<TransactionStatus> statuses,
        WebhookAuthentication authentication,
        Long maximumAttempts,
        Long intervalSeconds,
        Long maximumAtOnce,
        Long timeoutSeconds
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a CreateWebhookEndpointRequest; what is not set is not sent. */
        public static final class Builder {
            private String company;
            private String url;
            private String description;
            private List<String> eventTypes;
            private List<TransactionStatus> statuses;
            private WebhookAuthentication authentication;
            private Long maximumAttempts;
            private Long intervalSeconds;
            private Long maximumAtOnce;
            private Long timeoutSeconds;

            private Builder() {}

            /** The company whose events are sent there. */
            public Builder company(String company) {
                this.company = company;
                return this;
            }

            /**
             * An `https` URL, in the test environment also `http`; without user information, and not in a
             * private network.
             */
            public Builder url(String url) {
                this.url = url;
                return this;
            }

            /** Your own description. */
            public Builder description(String description) {
                this.description = description;
                return this;
            }

            /**
             * Subscribed event types; an empty list means all. `PROCESS_STATE_FINISHED` is accepted for
             * `process.finished`, and `PROCESS_STATE_FAILED` for `process.failed`.
             */
            public Builder eventTypes(List<String> eventTypes) {
                this.eventTypes = eventTypes;
                return this;
            }

            /**
             * Subscribed transaction statuses; an empty list means all final ones. A non-final status also
             * subscribes to `transaction.changed`.
             */
            public Builder statuses(List<TransactionStatus> statuses) {
                this.statuses = statuses;
                return this;
            }

            /** Sets authentication. */
            public Builder authentication(WebhookAuthentication authentication) {
                this.authentication = authentication;
                return this;
            }

            /** Attempts before a delivery counts as failed; default 8. */
            public Builder maximumAttempts(long maximumAttempts) {
                this.maximumAttempts = maximumAttempts;
                return this;
            }

            /**
             * Seconds between attempts; by default pauses grow from 5 seconds to 10 hours. A random jitter of up
             * to 10 % is applied.
             */
            public Builder intervalSeconds(long intervalSeconds) {
                this.intervalSeconds = intervalSeconds;
                return this;
            }

            /** Maximum concurrent requests; default 50. */
            public Builder maximumAtOnce(long maximumAtOnce) {
                this.maximumAtOnce = maximumAtOnce;
                return this;
            }

            /** Response timeout; default 15 seconds. */
            public Builder timeoutSeconds(long timeoutSeconds) {
                this.timeoutSeconds = timeoutSeconds;
                return this;
            }

            /** Makes the record. */
            public CreateWebhookEndpointRequest build() {
                return new CreateWebhookEndpointRequest(company, url, description, eventTypes, statuses, authentication, maximumAttempts, intervalSeconds, maximumAtOnce, timeoutSeconds);
            }
        }
    }

    /**
     * Where a transaction stands; `waiting`, `processing` and `shared` are open, all others final, and a final
     * status never changes. Further words may come with a newer service.
     *
     * @param value The word on the wire.
     */
    public record TransactionStatus(String value) implements Word {
        /** Created; the person has not finished the capture. */
        public static final TransactionStatus WAITING = new TransactionStatus("waiting");
        /** The capture is complete and is being decided. */
        public static final TransactionStatus PROCESSING = new TransactionStatus("processing");
        /** The person shared the link with the cardholder. */
        public static final TransactionStatus SHARED = new TransactionStatus("shared");
        /** The card belongs to the person. */
        public static final TransactionStatus APPROVED = new TransactionStatus("approved");
        /** It could not be established that the card belongs to the person. */
        public static final TransactionStatus INCONCLUSIVE = new TransactionStatus("inconclusive");
        /** The transaction expired before the capture was complete. */
        public static final TransactionStatus EXPIRED = new TransactionStatus("expired");
        /** The person does not know this purchase. */
        public static final TransactionStatus UNKNOWN_SHARE = new TransactionStatus("unknown-share");
        /** The checks at creation ended it; no capture was requested. */
        public static final TransactionStatus FAST_INCONCLUSIVE = new TransactionStatus("fast-inconclusive");
        /** The cardholder is not present. */
        public static final TransactionStatus ABSENT_HOLDER = new TransactionStatus("absent-holder");
        /** The merchant canceled it. */
        public static final TransactionStatus CANCELED = new TransactionStatus("canceled");

        @Override
        public String toString() {
            return value;
        }
    }

    /**
     * A part of CreateWebhookEndpointRequest.
     *
     * @param user User of HTTP Basic authentication; no colon.
     * @param password Its password.
     * @param key `header:value`, or a bare value for `Authorization`.
     * @param tokenUrl Token endpoint; the same rules apply as for the URL of an endpoint.
     * @param clientId Client id, sent with HTTP Basic authentication.
     * @param clientSecret Its secret.
     * @param scope Scopes to request, separated by spaces.
     */
    public record WebhookAuthentication(
        String kind,
        String user,
        String password,
        String key,
        String tokenUrl,
        String clientId,
        String clientSecret,
        String scope
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a WebhookAuthentication; what is not set is not sent. */
        public static final class Builder {
            private String kind;
            private String user;
            private String password;
            private String key;
            private String tokenUrl;
            private String clientId;
            private String clientSecret;
            private String scope;

            private Builder() {}

            /** Sets kind. */
            public Builder kind(String kind) {
                this.kind = kind;
                return this;
            }

            /** User of HTTP Basic authentication; no colon. */
            public Builder user(String user) {
                this.user = user;
                return this;
            }

            /** Its password. */
            public Builder password(String password) {
                this.password = password;
                return this;
            }

            /** `header:value`, or a bare value for `Authorization`. */
            public Builder key(String key) {
                this.key = key;
                return this;
            }

            /** Token endpoint; the same rules apply as for the URL of an endpoint. */
            public Builder tokenUrl(String tokenUrl) {
                this.tokenUrl = tokenUrl;
                return this;
            }

            /** Client id, sent with HTTP Basic authentication. */
            public Builder clientId(String clientId) {
                this.clientId = clientId;
                return this;
            }

            /** Its secret. */
            public Builder clientSecret(String clientSecret) {
                this.clientSecret = clientSecret;
                return this;
            }

            /** Scopes to request, separated by spaces. */
            public Builder scope(String scope) {
                this.scope = scope;
                return this;
            }

            /** Makes the record. */
            public WebhookAuthentication build() {
                return new WebhookAuthentication(kind, user, password, key, tokenUrl, clientId, clientSecret, scope);
            }
        }
    }

    /**
     * The body of changeWebhookEndpoint.
     *
     * @param url An `https` URL, in the test environment also `http`; without user information, and not in a
     * private network.
     * @param description Your own description.
     * @param eventTypes Subscribed event types; an empty list means all. `PROCESS_STATE_FINISHED` is accepted
     * for `process.finished`, and `PROCESS_STATE_FAILED` for `process.failed`.
     * @param statuses Subscribed transaction statuses; an empty list means all final ones. A non-final status
     * also subscribes to `transaction.changed`.
     * @param maximumAttempts Attempts before a delivery counts as failed; default 8.
     * @param intervalSeconds Seconds between attempts; by default pauses grow from 5 seconds to 10 hours. A
     * random jitter of up to 10 % is applied.
     * @param maximumAtOnce Maximum concurrent requests; default 50.
     * @param timeoutSeconds Response timeout; default 15 seconds.
     * @param enabled Enables or disables the endpoint. Waiting deliveries of a disabled endpoint count as failed
     * and can be resent later.
     */
    public record ChangeWebhookEndpointRequest(
        String url,
        Optional<String> description,
        List<String> eventTypes,
        List<TransactionStatus> statuses,
        WebhookAuthentication authentication,
        Long maximumAttempts,
        Optional<Long> intervalSeconds,
        Long maximumAtOnce,
        Long timeoutSeconds,
        Boolean enabled
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a ChangeWebhookEndpointRequest; what is not set is not sent. */
        public static final class Builder {
            private String url;
            private Optional<String> description;
            private List<String> eventTypes;
            private List<TransactionStatus> statuses;
            private WebhookAuthentication authentication;
            private Long maximumAttempts;
            private Optional<Long> intervalSeconds;
            private Long maximumAtOnce;
            private Long timeoutSeconds;
            private Boolean enabled;

            private Builder() {}

            /**
             * An `https` URL, in the test environment also `http`; without user information, and not in a
             * private network.
             */
            public Builder url(String url) {
                this.url = url;
                return this;
            }

            /** Your own description. */
            public Builder description(String description) {
                this.description = Optional.of(description);
                return this;
            }

            /** Takes description away. */
            public Builder clearDescription() {
                this.description = Optional.empty();
                return this;
            }

            /**
             * Subscribed event types; an empty list means all. `PROCESS_STATE_FINISHED` is accepted for
             * `process.finished`, and `PROCESS_STATE_FAILED` for `process.failed`.
             */
            public Builder eventTypes(List<String> eventTypes) {
                this.eventTypes = eventTypes;
                return this;
            }

            /**
             * Subscribed transaction statuses; an empty list means all final ones. A non-final status also
             * subscribes to `transaction.changed`.
             */
            public Builder statuses(List<TransactionStatus> statuses) {
                this.statuses = statuses;
                return this;
            }

            /** Sets authentication. */
            public Builder authentication(WebhookAuthentication authentication) {
                this.authentication = authentication;
                return this;
            }

            /** Attempts before a delivery counts as failed; default 8. */
            public Builder maximumAttempts(long maximumAttempts) {
                this.maximumAttempts = maximumAttempts;
                return this;
            }

            /**
             * Seconds between attempts; by default pauses grow from 5 seconds to 10 hours. A random jitter of up
             * to 10 % is applied.
             */
            public Builder intervalSeconds(long intervalSeconds) {
                this.intervalSeconds = Optional.of(intervalSeconds);
                return this;
            }

            /** Takes intervalSeconds away. */
            public Builder clearIntervalSeconds() {
                this.intervalSeconds = Optional.empty();
                return this;
            }

            /** Maximum concurrent requests; default 50. */
            public Builder maximumAtOnce(long maximumAtOnce) {
                this.maximumAtOnce = maximumAtOnce;
                return this;
            }

            /** Response timeout; default 15 seconds. */
            public Builder timeoutSeconds(long timeoutSeconds) {
                this.timeoutSeconds = timeoutSeconds;
                return this;
            }

            /**
             * Enables or disables the endpoint. Waiting deliveries of a disabled endpoint count as failed and
             * can be resent later.
             */
            public Builder enabled(boolean enabled) {
                this.enabled = enabled;
                return this;
            }

            /** Makes the record. */
            public ChangeWebhookEndpointRequest build() {
                return new ChangeWebhookEndpointRequest(url, description, eventTypes, statuses, authentication, maximumAttempts, intervalSeconds, maximumAtOnce, timeoutSeconds, enabled);
            }
        }
    }

    /**
     * The body of rotateWebhookSecret.
     *
     * @param overlapSeconds Seconds for which the old secret keeps signing beside the new one; default one day,
     * 0 ends it immediately.
     */
    public record RotateWebhookSecretRequest(
        Long overlapSeconds
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a RotateWebhookSecretRequest; what is not set is not sent. */
        public static final class Builder {
            private Long overlapSeconds;

            private Builder() {}

            /**
             * Seconds for which the old secret keeps signing beside the new one; default one day, 0 ends it
             * immediately.
             */
            public Builder overlapSeconds(long overlapSeconds) {
                this.overlapSeconds = overlapSeconds;
                return this;
            }

            /** Makes the record. */
            public RotateWebhookSecretRequest build() {
                return new RotateWebhookSecretRequest(overlapSeconds);
            }
        }
    }

    /**
     * What listEvents is asked by.
     *
     * @param cursor `cursor` or `nextCursor` of the previous response; `latest` to receive only new events.
     * Without it, the list starts with the oldest stored event.
     * @param after Alias of `cursor`.
     * @param limit 1 to 100; default 20.
     * @param company Of this company only.
     * @param type Only events of this type; accepts the same names as a subscription.
     * @param transaction Only events about this transaction.
     * @param process Only events about this process.
     */
    public record ListEventsParams(
        String cursor,
        String after,
        Long limit,
        String company,
        String type,
        String transaction,
        String process
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a ListEventsParams; what is not set is not sent. */
        public static final class Builder {
            private String cursor;
            private String after;
            private Long limit;
            private String company;
            private String type;
            private String transaction;
            private String process;

            private Builder() {}

            /**
             * `cursor` or `nextCursor` of the previous response; `latest` to receive only new events. Without
             * it, the list starts with the oldest stored event.
             */
            public Builder cursor(String cursor) {
                this.cursor = cursor;
                return this;
            }

            /** Alias of `cursor`. */
            public Builder after(String after) {
                this.after = after;
                return this;
            }

            /** 1 to 100; default 20. */
            public Builder limit(long limit) {
                this.limit = limit;
                return this;
            }

            /** Of this company only. */
            public Builder company(String company) {
                this.company = company;
                return this;
            }

            /** Only events of this type; accepts the same names as a subscription. */
            public Builder type(String type) {
                this.type = type;
                return this;
            }

            /** Only events about this transaction. */
            public Builder transaction(String transaction) {
                this.transaction = transaction;
                return this;
            }

            /** Only events about this process. */
            public Builder process(String process) {
                this.process = process;
                return this;
            }

            /** Makes the record. */
            public ListEventsParams build() {
                return new ListEventsParams(cursor, after, limit, company, type, transaction, process);
            }
        }
    }

    /**
     * What listDeliveries is asked by.
     *
     * @param state Only deliveries in this state; `pending` includes those being sent.
     * @param limit 1 to 100; default 20.
     * @param cursor `nextCursor` of the previous page.
     */
    public record ListDeliveriesParams(
        String state,
        Long limit,
        String cursor
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a ListDeliveriesParams; what is not set is not sent. */
        public static final class Builder {
            private String state;
            private Long limit;
            private String cursor;

            private Builder() {}

            /** Only deliveries in this state; `pending` includes those being sent. */
            public Builder state(String state) {
                this.state = state;
                return this;
            }

            /** 1 to 100; default 20. */
            public Builder limit(long limit) {
                this.limit = limit;
                return this;
            }

            /** `nextCursor` of the previous page. */
            public Builder cursor(String cursor) {
                this.cursor = cursor;
                return this;
            }

            /** Makes the record. */
            public ListDeliveriesParams build() {
                return new ListDeliveriesParams(state, limit, cursor);
            }
        }
    }

    /**
     * The body of resendFailed.
     *
     * @param since Those that failed at this time or later; at most 90 days ago, which is how long they are
     * kept. RFC 3339 date and time.
     */
    public record ResendFailedRequest(
        String since
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a ResendFailedRequest; what is not set is not sent. */
        public static final class Builder {
            private String since;

            private Builder() {}

            /**
             * Those that failed at this time or later; at most 90 days ago, which is how long they are kept. RFC
             * 3339 date and time.
             */
            public Builder since(String since) {
                this.since = since;
                return this;
            }

            /** Makes the record. */
            public ResendFailedRequest build() {
                return new ResendFailedRequest(since);
            }
        }
    }

    /**
     * What listCalls is asked by.
     *
     * @param requestId The call with this `X-Request-Id`.
     * @param transaction Only calls about this transaction.
     * @param process Only calls about this process.
     * @param orderNumber Only calls with this order number, complete and case-sensitive.
     * @param account The name of the service account that called.
     * @param operation The operation id of the call.
     * @param status The HTTP status of the response.
     * @param code The code of the refusal.
     * @param from Only calls at or after this time. RFC 3339 date and time.
     * @param before Only calls before this time. RFC 3339 date and time.
     * @param limit 1 to 100; default 20.
     * @param cursor `nextCursor` of the previous page.
     */
    public record ListCallsParams(
        String requestId,
        String transaction,
        String process,
        String orderNumber,
        String account,
        String operation,
        String status,
        String code,
        String from,
        String before,
        Long limit,
        String cursor
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a ListCallsParams; what is not set is not sent. */
        public static final class Builder {
            private String requestId;
            private String transaction;
            private String process;
            private String orderNumber;
            private String account;
            private String operation;
            private String status;
            private String code;
            private String from;
            private String before;
            private Long limit;
            private String cursor;

            private Builder() {}

            /** The call with this `X-Request-Id`. */
            public Builder requestId(String requestId) {
                this.requestId = requestId;
                return this;
            }

            /** Only calls about this transaction. */
            public Builder transaction(String transaction) {
                this.transaction = transaction;
                return this;
            }

            /** Only calls about this process. */
            public Builder process(String process) {
                this.process = process;
                return this;
            }

            /** Only calls with this order number, complete and case-sensitive. */
            public Builder orderNumber(String orderNumber) {
                this.orderNumber = orderNumber;
                return this;
            }

            /** The name of the service account that called. */
            public Builder account(String account) {
                this.account = account;
                return this;
            }

            /** The operation id of the call. */
            public Builder operation(String operation) {
                this.operation = operation;
                return this;
            }

            /** The HTTP status of the response. */
            public Builder status(String status) {
                this.status = status;
                return this;
            }

            /** The code of the refusal. */
            public Builder code(String code) {
                this.code = code;
                return this;
            }

            /** Only calls at or after this time. RFC 3339 date and time. */
            public Builder from(String from) {
                this.from = from;
                return this;
            }

            /** Only calls before this time. RFC 3339 date and time. */
            public Builder before(String before) {
                this.before = before;
                return this;
            }

            /** 1 to 100; default 20. */
            public Builder limit(long limit) {
                this.limit = limit;
                return this;
            }

            /** `nextCursor` of the previous page. */
            public Builder cursor(String cursor) {
                this.cursor = cursor;
                return this;
            }

            /** Makes the record. */
            public ListCallsParams build() {
                return new ListCallsParams(requestId, transaction, process, orderNumber, account, operation, status, code, from, before, limit, cursor);
            }
        }
    }

    /**
     * The body of createTransaction.
     *
     * @param orderNumber Unique per purchase in the merchant's system. A JSON number is stored as the text it
     * was sent as.
     * @param company The id of a company of the tenant.
     * @param redirectUrl Where the page redirects at the end: an https URL, or an app scheme of the company.
     * @param value Value of the order, up to 13 digits and 4 decimals; an exponent is accepted if the value is
     * exact. Round to the currency's decimals before you send it.
     * @param currency Currency of `value` (ISO 4217). With it, the page shows the amount to the person; `value`
     * then has no more decimals than the currency.
     * @param language Language of the page, as a BCP 47 tag of a language that the page speaks. It has
     * precedence over the browser's languages; what the person chooses on the page has precedence over it.
     * @param theme Colours of the page; `auto`, the default, follows the device.
     */
    public record CreateTransactionRequest(
        CreateTransactionRequestIdentity identity,
        Object orderNumber,
        String company,
        CreateTransactionRequestCard card,
        String redirectUrl,
        Double value,
        String currency,
        String language,
        String theme,
        CreateTransactionRequestAdditionalInfo additionalInfo
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a CreateTransactionRequest; what is not set is not sent. */
        public static final class Builder {
            private CreateTransactionRequestIdentity identity;
            private Object orderNumber;
            private String company;
            private CreateTransactionRequestCard card;
            private String redirectUrl;
            private Double value;
            private String currency;
            private String language;
            private String theme;
            private CreateTransactionRequestAdditionalInfo additionalInfo;

            private Builder() {}

            /** Sets identity. */
            public Builder identity(CreateTransactionRequestIdentity identity) {
                this.identity = identity;
                return this;
            }

            /** Unique per purchase in the merchant's system. A JSON number is stored as the text it was sent as. */
            public Builder orderNumber(Object orderNumber) {
                this.orderNumber = orderNumber;
                return this;
            }

            /** The id of a company of the tenant. */
            public Builder company(String company) {
                this.company = company;
                return this;
            }

            /** Sets card. */
            public Builder card(CreateTransactionRequestCard card) {
                this.card = card;
                return this;
            }

            /** Where the page redirects at the end: an https URL, or an app scheme of the company. */
            public Builder redirectUrl(String redirectUrl) {
                this.redirectUrl = redirectUrl;
                return this;
            }

            /**
             * Value of the order, up to 13 digits and 4 decimals; an exponent is accepted if the value is exact.
             * Round to the currency's decimals before you send it.
             */
            public Builder value(double value) {
                this.value = value;
                return this;
            }

            /**
             * Currency of `value` (ISO 4217). With it, the page shows the amount to the person; `value` then has
             * no more decimals than the currency.
             */
            public Builder currency(String currency) {
                this.currency = currency;
                return this;
            }

            /**
             * Language of the page, as a BCP 47 tag of a language that the page speaks. It has precedence over
             * the browser's languages; what the person chooses on the page has precedence over it.
             */
            public Builder language(String language) {
                this.language = language;
                return this;
            }

            /** Colours of the page; `auto`, the default, follows the device. */
            public Builder theme(String theme) {
                this.theme = theme;
                return this;
            }

            /** Sets additionalInfo. */
            public Builder additionalInfo(CreateTransactionRequestAdditionalInfo additionalInfo) {
                this.additionalInfo = additionalInfo;
                return this;
            }

            /** Makes the record. */
            public CreateTransactionRequest build() {
                return new CreateTransactionRequest(identity, orderNumber, company, card, redirectUrl, value, currency, language, theme, additionalInfo);
            }
        }
    }

    /**
     * A part of CreateTransactionRequest.
     *
     * @param key Kind of identity: `cpf` or `cnpj`.
     * @param value The identity without punctuation, with valid check digits.
     */
    public record CreateTransactionRequestIdentity(
        String key,
        String value
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a CreateTransactionRequestIdentity; what is not set is not sent. */
        public static final class Builder {
            private String key;
            private String value;

            private Builder() {}

            /** Kind of identity: `cpf` or `cnpj`. */
            public Builder key(String key) {
                this.key = key;
                return this;
            }

            /** The identity without punctuation, with valid check digits. */
            public Builder value(String value) {
                this.value = value;
                return this;
            }

            /** Makes the record. */
            public CreateTransactionRequestIdentity build() {
                return new CreateTransactionRequestIdentity(key, value);
            }
        }
    }

    /**
     * A part of CreateTransactionRequest.
     *
     * @param binDigits The first 8 digits of the card.
     * @param lastDigits The last 4 digits of the card.
     * @param name The name as printed on the card, or as SURNAME/NAME. Stored in Unicode normal form C, with
     * plain hyphens, spaces and letters.
     * @param expirationDate MM/YY.
     */
    public record CreateTransactionRequestCard(
        String binDigits,
        String lastDigits,
        String name,
        String expirationDate
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a CreateTransactionRequestCard; what is not set is not sent. */
        public static final class Builder {
            private String binDigits;
            private String lastDigits;
            private String name;
            private String expirationDate;

            private Builder() {}

            /** The first 8 digits of the card. */
            public Builder binDigits(String binDigits) {
                this.binDigits = binDigits;
                return this;
            }

            /** The last 4 digits of the card. */
            public Builder lastDigits(String lastDigits) {
                this.lastDigits = lastDigits;
                return this;
            }

            /**
             * The name as printed on the card, or as SURNAME/NAME. Stored in Unicode normal form C, with plain
             * hyphens, spaces and letters.
             */
            public Builder name(String name) {
                this.name = name;
                return this;
            }

            /** MM/YY. */
            public Builder expirationDate(String expirationDate) {
                this.expirationDate = expirationDate;
                return this;
            }

            /** Makes the record. */
            public CreateTransactionRequestCard build() {
                return new CreateTransactionRequestCard(binDigits, lastDigits, name, expirationDate);
            }
        }
    }

    /**
     * A part of CreateTransactionRequest.
     *
     * @param processID Id of a process of the same person that finished with PROCESS_RESULT_OK at most 3600
     * seconds ago: its captures are reused, and no other selfie is taken.
     */
    public record CreateTransactionRequestAdditionalInfo(
        String processID
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a CreateTransactionRequestAdditionalInfo; what is not set is not sent. */
        public static final class Builder {
            private String processID;

            private Builder() {}

            /**
             * Id of a process of the same person that finished with PROCESS_RESULT_OK at most 3600 seconds ago:
             * its captures are reused, and no other selfie is taken.
             */
            public Builder processID(String processID) {
                this.processID = processID;
                return this;
            }

            /** Makes the record. */
            public CreateTransactionRequestAdditionalInfo build() {
                return new CreateTransactionRequestAdditionalInfo(processID);
            }
        }
    }

    /**
     * What listTransactions is asked by.
     *
     * @param orderNumber The complete order number, case-sensitive.
     * @param orderNumberPrefix Prefix of the order number, case-sensitive.
     * @param status Only transactions with this status.
     * @param company Of this company only.
     * @param createdFrom Created at this time or later. RFC 3339 date and time.
     * @param createdBefore Created before this time. RFC 3339 date and time.
     * @param limit 1 to 100; default 20.
     * @param cursor `nextCursor` of the previous page.
     */
    public record ListTransactionsParams(
        String orderNumber,
        String orderNumberPrefix,
        TransactionStatus status,
        String company,
        String createdFrom,
        String createdBefore,
        Long limit,
        String cursor
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a ListTransactionsParams; what is not set is not sent. */
        public static final class Builder {
            private String orderNumber;
            private String orderNumberPrefix;
            private TransactionStatus status;
            private String company;
            private String createdFrom;
            private String createdBefore;
            private Long limit;
            private String cursor;

            private Builder() {}

            /** The complete order number, case-sensitive. */
            public Builder orderNumber(String orderNumber) {
                this.orderNumber = orderNumber;
                return this;
            }

            /** Prefix of the order number, case-sensitive. */
            public Builder orderNumberPrefix(String orderNumberPrefix) {
                this.orderNumberPrefix = orderNumberPrefix;
                return this;
            }

            /** Only transactions with this status. */
            public Builder status(TransactionStatus status) {
                this.status = status;
                return this;
            }

            /** Of this company only. */
            public Builder company(String company) {
                this.company = company;
                return this;
            }

            /** Created at this time or later. RFC 3339 date and time. */
            public Builder createdFrom(String createdFrom) {
                this.createdFrom = createdFrom;
                return this;
            }

            /** Created before this time. RFC 3339 date and time. */
            public Builder createdBefore(String createdBefore) {
                this.createdBefore = createdBefore;
                return this;
            }

            /** 1 to 100; default 20. */
            public Builder limit(long limit) {
                this.limit = limit;
                return this;
            }

            /** `nextCursor` of the previous page. */
            public Builder cursor(String cursor) {
                this.cursor = cursor;
                return this;
            }

            /** Makes the record. */
            public ListTransactionsParams build() {
                return new ListTransactionsParams(orderNumber, orderNumberPrefix, status, company, createdFrom, createdBefore, limit, cursor);
            }
        }
    }

    /**
     * What readCaptureImage is asked by.
     *
     * @param reason Why you view the image, such as a ticket number: 3 to 200 characters, not starting with a
     * space. It is kept in the audit log: never name the person.
     */
    public record ReadCaptureImageParams(
        String reason
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a ReadCaptureImageParams; what is not set is not sent. */
        public static final class Builder {
            private String reason;

            private Builder() {}

            /**
             * Why you view the image, such as a ticket number: 3 to 200 characters, not starting with a space.
             * It is kept in the audit log: never name the person.
             */
            public Builder reason(String reason) {
                this.reason = reason;
                return this;
            }

            /** Makes the record. */
            public ReadCaptureImageParams build() {
                return new ReadCaptureImageParams(reason);
            }
        }
    }

    /**
     * The body of createProcess.
     *
     * @param callbackUri Where the page redirects at the end: an https URL, or an app scheme of the company; `/`
     * for no redirect.
     * @param purpose What the selfie is for, as shown to the person.
     * @param clientReference Your own name for the process; never the person.
     * @param expiresIn Seconds until the process expires, with the suffix `s`: 60s to 604800s (default).
     * @param company Id of a company of the tenant; optional if the tenant has exactly one active company.
     * @param language Language of the page, as a BCP 47 tag of a language that the page speaks. It has
     * precedence over the browser's languages; what the person chooses on the page has precedence over it.
     * @param theme Colours of the page; `auto`, the default, follows the device.
     */
    public record CreateProcessRequest(
        CreateProcessRequestPerson person,
        String callbackUri,
        String purpose,
        String clientReference,
        String expiresIn,
        String company,
        String language,
        String theme
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a CreateProcessRequest; what is not set is not sent. */
        public static final class Builder {
            private CreateProcessRequestPerson person;
            private String callbackUri;
            private String purpose;
            private String clientReference;
            private String expiresIn;
            private String company;
            private String language;
            private String theme;

            private Builder() {}

            /** Sets person. */
            public Builder person(CreateProcessRequestPerson person) {
                this.person = person;
                return this;
            }

            /**
             * Where the page redirects at the end: an https URL, or an app scheme of the company; `/` for no
             * redirect.
             */
            public Builder callbackUri(String callbackUri) {
                this.callbackUri = callbackUri;
                return this;
            }

            /** What the selfie is for, as shown to the person. */
            public Builder purpose(String purpose) {
                this.purpose = purpose;
                return this;
            }

            /** Your own name for the process; never the person. */
            public Builder clientReference(String clientReference) {
                this.clientReference = clientReference;
                return this;
            }

            /** Seconds until the process expires, with the suffix `s`: 60s to 604800s (default). */
            public Builder expiresIn(String expiresIn) {
                this.expiresIn = expiresIn;
                return this;
            }

            /** Id of a company of the tenant; optional if the tenant has exactly one active company. */
            public Builder company(String company) {
                this.company = company;
                return this;
            }

            /**
             * Language of the page, as a BCP 47 tag of a language that the page speaks. It has precedence over
             * the browser's languages; what the person chooses on the page has precedence over it.
             */
            public Builder language(String language) {
                this.language = language;
                return this;
            }

            /** Colours of the page; `auto`, the default, follows the device. */
            public Builder theme(String theme) {
                this.theme = theme;
                return this;
            }

            /** Makes the record. */
            public CreateProcessRequest build() {
                return new CreateProcessRequest(person, callbackUri, purpose, clientReference, expiresIn, company, language, theme);
            }
        }
    }

    /**
     * A part of CreateProcessRequest.
     *
     * @param duiType Kind of the identifier.
     * @param duiValue The identifier without punctuation, with valid check digits.
     * @param friendlyName How the page addresses the person.
     */
    public record CreateProcessRequestPerson(
        String duiType,
        String duiValue,
        String friendlyName
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a CreateProcessRequestPerson; what is not set is not sent. */
        public static final class Builder {
            private String duiType;
            private String duiValue;
            private String friendlyName;

            private Builder() {}

            /** Kind of the identifier. */
            public Builder duiType(String duiType) {
                this.duiType = duiType;
                return this;
            }

            /** The identifier without punctuation, with valid check digits. */
            public Builder duiValue(String duiValue) {
                this.duiValue = duiValue;
                return this;
            }

            /** How the page addresses the person. */
            public Builder friendlyName(String friendlyName) {
                this.friendlyName = friendlyName;
                return this;
            }

            /** Makes the record. */
            public CreateProcessRequestPerson build() {
                return new CreateProcessRequestPerson(duiType, duiValue, friendlyName);
            }
        }
    }

    /**
     * What readProcessSelfie is asked by.
     *
     * @param reason Why you view the image, such as a ticket number: 3 to 200 characters, not starting with a
     * space. It is kept in the audit log: never name the person.
     */
    public record ReadProcessSelfieParams(
        String reason
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a ReadProcessSelfieParams; what is not set is not sent. */
        public static final class Builder {
            private String reason;

            private Builder() {}

            /**
             * Why you view the image, such as a ticket number: 3 to 200 characters, not starting with a space.
             * It is kept in the audit log: never name the person.
             */
            public Builder reason(String reason) {
                this.reason = reason;
                return this;
            }

            /** Makes the record. */
            public ReadProcessSelfieParams build() {
                return new ReadProcessSelfieParams(reason);
            }
        }
    }

    /**
     * The body of createFaceReference.
     *
     * @param photographs One to 5 photographs of one person, each a JPEG of up to 512 KiB in base64: selfies, or
     * portraits cut out of a document. They are measured, and kept only if `keepPhotographs` is true.
     * @param source Where the photographs are from, such as the onboarding of an account. Letters, digits and
     * `._:/#-`, up to 100; never name the person.
     * @param date Day on which the photographs were taken, not after today (in UTC).
     * @param consentReference Your reference for the consent that covers this use. Letters, digits and `._:/#-`,
     * up to 100; never name the person.
     * @param replace Deletes every face enrolled for the identity, and its reference, in favour of this one.
     * With the photographs of the reference that is there, nothing changes.
     * @param allowDuplicateFace Accepts a face that is enrolled for another identity, such as that of a twin. It
     * is written to the audit log. While the setting `face-of-another-identity` is `refuse`, neither of the two
     * identities is approved.
     * @param keepPhotographs Keeps the photographs as they were sent, sealed, until the reference is deleted, so
     * that a person can compare them later. Every view needs a reason and is written to the audit log. False or
     * left out deletes none that are kept.
     */
    public record CreateReferenceRequest(
        CreateReferenceRequestIdentity identity,
        List<String> photographs,
        String source,
        String date,
        String consentReference,
        Boolean replace,
        Boolean allowDuplicateFace,
        Boolean keepPhotographs
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a CreateReferenceRequest; what is not set is not sent. */
        public static final class Builder {
            private CreateReferenceRequestIdentity identity;
            private List<String> photographs;
            private String source;
            private String date;
            private String consentReference;
            private Boolean replace;
            private Boolean allowDuplicateFace;
            private Boolean keepPhotographs;

            private Builder() {}

            /** Sets identity. */
            public Builder identity(CreateReferenceRequestIdentity identity) {
                this.identity = identity;
                return this;
            }

            /**
             * One to 5 photographs of one person, each a JPEG of up to 512 KiB in base64: selfies, or portraits
             * cut out of a document. They are measured, and kept only if `keepPhotographs` is true.
             */
            public Builder photographs(List<String> photographs) {
                this.photographs = photographs;
                return this;
            }

            /**
             * Where the photographs are from, such as the onboarding of an account. Letters, digits and
             * `._:/#-`, up to 100; never name the person.
             */
            public Builder source(String source) {
                this.source = source;
                return this;
            }

            /** Day on which the photographs were taken, not after today (in UTC). */
            public Builder date(String date) {
                this.date = date;
                return this;
            }

            /**
             * Your reference for the consent that covers this use. Letters, digits and `._:/#-`, up to 100;
             * never name the person.
             */
            public Builder consentReference(String consentReference) {
                this.consentReference = consentReference;
                return this;
            }

            /**
             * Deletes every face enrolled for the identity, and its reference, in favour of this one. With the
             * photographs of the reference that is there, nothing changes.
             */
            public Builder replace(boolean replace) {
                this.replace = replace;
                return this;
            }

            /**
             * Accepts a face that is enrolled for another identity, such as that of a twin. It is written to the
             * audit log. While the setting `face-of-another-identity` is `refuse`, neither of the two identities
             * is approved.
             */
            public Builder allowDuplicateFace(boolean allowDuplicateFace) {
                this.allowDuplicateFace = allowDuplicateFace;
                return this;
            }

            /**
             * Keeps the photographs as they were sent, sealed, until the reference is deleted, so that a person
             * can compare them later. Every view needs a reason and is written to the audit log. False or left
             * out deletes none that are kept.
             */
            public Builder keepPhotographs(boolean keepPhotographs) {
                this.keepPhotographs = keepPhotographs;
                return this;
            }

            /** Makes the record. */
            public CreateReferenceRequest build() {
                return new CreateReferenceRequest(identity, photographs, source, date, consentReference, replace, allowDuplicateFace, keepPhotographs);
            }
        }
    }

    /**
     * A part of CreateReferenceRequest.
     *
     * @param key Kind of identity: `cpf` or `cnpj`.
     * @param value The identity without punctuation, with valid check digits.
     */
    public record CreateReferenceRequestIdentity(
        String key,
        String value
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a CreateReferenceRequestIdentity; what is not set is not sent. */
        public static final class Builder {
            private String key;
            private String value;

            private Builder() {}

            /** Kind of identity: `cpf` or `cnpj`. */
            public Builder key(String key) {
                this.key = key;
                return this;
            }

            /** The identity without punctuation, with valid check digits. */
            public Builder value(String value) {
                this.value = value;
                return this;
            }

            /** Makes the record. */
            public CreateReferenceRequestIdentity build() {
                return new CreateReferenceRequestIdentity(key, value);
            }
        }
    }

    /**
     * What readReferencePhotograph is asked by.
     *
     * @param reason Why you view the image, such as a ticket number: 3 to 200 characters, not starting with a
     * space. It is kept in the audit log: never name the person.
     */
    public record ReadReferencePhotographParams(
        String reason
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a ReadReferencePhotographParams; what is not set is not sent. */
        public static final class Builder {
            private String reason;

            private Builder() {}

            /**
             * Why you view the image, such as a ticket number: 3 to 200 characters, not starting with a space.
             * It is kept in the audit log: never name the person.
             */
            public Builder reason(String reason) {
                this.reason = reason;
                return this;
            }

            /** Makes the record. */
            public ReadReferencePhotographParams build() {
                return new ReadReferencePhotographParams(reason);
            }
        }
    }

    /**
     * The body of stepTransaction.
     *
     * @param event What happens to the transaction.
     */
    public record StepTransactionRequest(
        String event
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a StepTransactionRequest; what is not set is not sent. */
        public static final class Builder {
            private String event;

            private Builder() {}

            /** What happens to the transaction. */
            public Builder event(String event) {
                this.event = event;
                return this;
            }

            /** Makes the record. */
            public StepTransactionRequest build() {
                return new StepTransactionRequest(event);
            }
        }
    }

    /**
     * The body of eraseIdentity.
     *
     * @param reference Your own reference for the request, such as a ticket; it is part of the receipt. Never
     * name the person.
     */
    public record EraseIdentityRequest(
        EraseIdentityRequestIdentity identity,
        String reference
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a EraseIdentityRequest; what is not set is not sent. */
        public static final class Builder {
            private EraseIdentityRequestIdentity identity;
            private String reference;

            private Builder() {}

            /** Sets identity. */
            public Builder identity(EraseIdentityRequestIdentity identity) {
                this.identity = identity;
                return this;
            }

            /**
             * Your own reference for the request, such as a ticket; it is part of the receipt. Never name the
             * person.
             */
            public Builder reference(String reference) {
                this.reference = reference;
                return this;
            }

            /** Makes the record. */
            public EraseIdentityRequest build() {
                return new EraseIdentityRequest(identity, reference);
            }
        }
    }

    /**
     * A part of EraseIdentityRequest.
     *
     * @param key Kind of identity: `cpf` or `cnpj`.
     * @param value The identity without punctuation, with valid check digits.
     */
    public record EraseIdentityRequestIdentity(
        String key,
        String value
    ) {
        /** Begins one without members. */
        public static Builder builder() {
            return new Builder();
        }

        /** Collects the members of a EraseIdentityRequestIdentity; what is not set is not sent. */
        public static final class Builder {
            private String key;
            private String value;

            private Builder() {}

            /** Kind of identity: `cpf` or `cnpj`. */
            public Builder key(String key) {
                this.key = key;
                return this;
            }

            /** The identity without punctuation, with valid check digits. */
            public Builder value(String value) {
                this.value = value;
                return this;
            }

            /** Makes the record. */
            public EraseIdentityRequestIdentity build() {
                return new EraseIdentityRequestIdentity(key, value);
            }
        }
    }

    /**
     * What a webhook carries; its type tells which members are there.
     *
     * @param id Id of the event, the same in every delivery attempt.
     * @param type What happened.
     * @param time When it happened.
     * @param environment The environment in which it happened.
     * @param transactionId Id of the transaction, as returned by the create operation.
     * @param sequence Increases with each change of the transaction; an event with a lower number than the last
     * you saw is stale.
     * @param orderNumber Your order number; only if the company enabled it.
     * @param hasIdentityChanged Whether the person is someone other than the identity you sent; absent if
     * unknown. If `true`, `approved` is about that other identity: do not treat it as approval of the one you
     * sent.
     * @param processId Id of the process.
     * @param state Where the process stands.
     * @param linkState Why the link does not open: opened before, out of time, or replaced by a newer one.
     * @param endpointId The endpoint that was disabled.
     * @param reason Why: it responded with 410 (`gone`), or failed for five days (`failing`).
     */
    public record WebhookEvent(
        String id,
        String type,
        String time,
        String environment,
        String transactionId,
        TransactionStatus status,
        Long sequence,
        String orderNumber,
        Boolean hasIdentityChanged,
        String processId,
        String state,
        String linkState,
        String endpointId,
        String reason
    ) {}

    /**
     * The answer to readHealth.
     *
     * @param status `alive` or `ready`.
     */
    public record Health(
        String status
    ) {}

    /**
     * The answer to readReadiness.
     *
     * @param status `ready`.
     * @param warnings What an operator should look at; absent if there is nothing. `clock_drifting`: The clock
     * of this machine is more than 0.1 seconds off. `gallery_nearly_full`: A gallery of enrolled faces has
     * reached 80 % of its limit. `pictures_unstorable`: The object store takes no pictures, so no capture can go
     * on; the log says why. `other_engine_unavailable`: The second engine of a change does not measure; captures
     * go on with the present one alone. `first_faces_believed`: A company takes the first face that comes for
     * the identity (template-policy enrol); the log names it. `setting_unknown`: A variable that looks like a
     * setting is none; the log of the start names it. `settings_differ`: Live nodes differ in what must be
     * equal; the list of nodes shows in what.
     */
    public record Readiness(
        String status,
        List<String> warnings
    ) {}

    /** The answer to readJwks. */
    public record PublicSigningJwks(
        List<PublicSigningJwk> keys
    ) {}

    /** A part of PublicSigningJwks. */
    public record PublicSigningJwk(
        String kty,
        String crv,
        String x,
        String y,
        String kid,
        String alg,
        String use
    ) {}

    /** The answer to readAuthorizationServerMetadata. */
    public record AuthorizationServerMetadata(
        String issuer,
        @Name("token_endpoint") String tokenEndpoint,
        @Name("revocation_endpoint") String revocationEndpoint,
        @Name("introspection_endpoint") String introspectionEndpoint,
        @Name("jwks_uri") String jwksUri,
        @Name("scopes_supported") List<String> scopesSupported,
        @Name("response_types_supported") List<String> responseTypesSupported,
        @Name("grant_types_supported") List<String> grantTypesSupported,
        @Name("token_endpoint_auth_methods_supported") List<String> tokenEndpointAuthMethodsSupported,
        @Name("token_endpoint_auth_signing_alg_values_supported") List<String> tokenEndpointAuthSigningAlgValuesSupported,
        @Name("revocation_endpoint_auth_methods_supported") List<String> revocationEndpointAuthMethodsSupported,
        @Name("revocation_endpoint_auth_signing_alg_values_supported") List<String> revocationEndpointAuthSigningAlgValuesSupported,
        @Name("introspection_endpoint_auth_methods_supported") List<String> introspectionEndpointAuthMethodsSupported,
        @Name("introspection_endpoint_auth_signing_alg_values_supported") List<String> introspectionEndpointAuthSigningAlgValuesSupported
    ) {}

    /**
     * The answer to listWebhookEndpoints.
     *
     * @param nextCursor Send it as `cursor` to get the next page; absent on the last.
     */
    public record ListWebhookEndpointsResponse(
        List<WebhookEndpoint> endpoints,
        String nextCursor
    ) {}

    /**
     * A part of ListWebhookEndpointsResponse.
     *
     * @param id Id of the endpoint.
     * @param company The company whose events are sent there.
     * @param url Where events are sent.
     * @param description Your own description.
     * @param eventTypes Subscribed event types; empty means all.
     * @param statuses Subscribed statuses; empty means all final ones.
     * @param authentication How requests are authenticated; credentials are never shown again.
     * @param maximumAttempts Attempts before a delivery counts as failed.
     * @param intervalSeconds Seconds between attempts; absent for the standard schedule.
     * @param maximumAtOnce Maximum concurrent requests.
     * @param timeoutSeconds Response timeout.
     * @param enabled Whether the endpoint is enabled.
     * @param disabledReason Why it is disabled: on request (`asked`), because it responded with 410 (`gone`), or
     * because it failed for five days (`failing`).
     * @param disabledAt When it was disabled.
     * @param failingSince The first failed attempt since the last success; absent while healthy.
     * @param failures Failed attempts since the last success.
     * @param previousSecretEndsAt Until when the previous secret still signs; absent if it does not.
     * @param createdAt When it was created.
     */
    public record WebhookEndpoint(
        String id,
        String company,
        String url,
        String description,
        List<String> eventTypes,
        List<TransactionStatus> statuses,
        WebhookEndpointAuthentication authentication,
        long maximumAttempts,
        Long intervalSeconds,
        long maximumAtOnce,
        double timeoutSeconds,
        boolean enabled,
        String disabledReason,
        String disabledAt,
        String failingSince,
        long failures,
        String previousSecretEndsAt,
        String createdAt
    ) {}

    /** A part of WebhookEndpoint. How requests are authenticated; credentials are never shown again. */
    public record WebhookEndpointAuthentication(
        String kind
    ) {}

    /**
     * The answer to createWebhookEndpoint.
     *
     * @param id Id of the endpoint.
     * @param company The company whose events are sent there.
     * @param url Where events are sent.
     * @param description Your own description.
     * @param eventTypes Subscribed event types; empty means all.
     * @param statuses Subscribed statuses; empty means all final ones.
     * @param authentication How requests are authenticated; credentials are never shown again.
     * @param maximumAttempts Attempts before a delivery counts as failed.
     * @param intervalSeconds Seconds between attempts; absent for the standard schedule.
     * @param maximumAtOnce Maximum concurrent requests.
     * @param timeoutSeconds Response timeout.
     * @param enabled Whether the endpoint is enabled.
     * @param disabledReason Why it is disabled: on request (`asked`), because it responded with 410 (`gone`), or
     * because it failed for five days (`failing`).
     * @param disabledAt When it was disabled.
     * @param failingSince The first failed attempt since the last success; absent while healthy.
     * @param failures Failed attempts since the last success.
     * @param previousSecretEndsAt Until when the previous secret still signs; absent if it does not.
     * @param createdAt When it was created.
     * @param secret Secret for verifying requests (Standard Webhooks); shown only once.
     */
    public record CreateWebhookEndpointResponse(
        String id,
        String company,
        String url,
        String description,
        List<String> eventTypes,
        List<TransactionStatus> statuses,
        CreateWebhookEndpointResponseAuthentication authentication,
        long maximumAttempts,
        Long intervalSeconds,
        long maximumAtOnce,
        double timeoutSeconds,
        boolean enabled,
        String disabledReason,
        String disabledAt,
        String failingSince,
        long failures,
        String previousSecretEndsAt,
        String createdAt,
        String secret
    ) {}

    /**
     * A part of CreateWebhookEndpointResponse. How requests are authenticated; credentials are never shown
     * again.
     */
    public record CreateWebhookEndpointResponseAuthentication(
        String kind
    ) {}

    /**
     * The answer to deleteWebhookEndpoint.
     *
     * @param id Id of the endpoint.
     * @param deletedAt When it was deleted.
     */
    public record DeleteWebhookEndpointResponse(
        String id,
        String deletedAt
    ) {}

    /** The answer to listEventTypes. */
    public record ListEventTypesResponse(
        List<EventTypeDescription> eventTypes
    ) {}

    /** A part of ListEventTypesResponse. */
    public record EventTypeDescription(
        String type,
        String meaning,
        List<EventField> fields,
        WebhookEvent example
    ) {}

    /**
     * A part of EventTypeDescription.
     *
     * @param format Form of a text, such as `uuid` or `date-time`.
     * @param values All values defined today.
     * @param optional Whether it may be absent.
     */
    public record EventField(
        String name,
        String type,
        String format,
        List<String> values,
        boolean optional,
        String description
    ) {}

    /**
     * The answer to rotateWebhookSecret.
     *
     * @param id Id of the endpoint.
     * @param secret Secret for verifying requests (Standard Webhooks); shown only once.
     * @param previousSecretEndsAt Until when the previous secret still signs; absent if it does not.
     */
    public record RotateWebhookSecretResponse(
        String id,
        String secret,
        String previousSecretEndsAt
    ) {}

    /**
     * The answer to sendTestEvent.
     *
     * @param id Id of the event; the request carries it as `webhook-id`.
     */
    public record SendTestEventResponse(
        String id,
        String type
    ) {}

    /**
     * The answer to listEvents.
     *
     * @param cursor Store it and send it as `cursor` to continue later, even if there was no event.
     * @param nextCursor The same while `hasMore` is true: send it as `cursor` to get the next page; absent on
     * the last.
     * @param hasMore Whether to continue immediately because more events may exist already. A page may be empty
     * nevertheless.
     */
    public record ListEventsResponse(
        List<EventRecord> events,
        String cursor,
        String nextCursor,
        boolean hasMore
    ) {}

    /**
     * A part of ListEventsResponse.
     *
     * @param id Id of the event; the `webhook-id` of every delivery attempt.
     * @param time When it happened.
     * @param transactionId Id of the transaction, as returned by the create operation.
     * @param hasIdentityChanged Whether the person is someone other than the identity you sent, once known.
     * @param processId The process that finished.
     * @param state State of the process.
     * @param endpointId The endpoint that the event is about.
     * @param companyId The company whose endpoints may receive it; the only field that the webhook does not
     * carry.
     */
    public record EventRecord(
        String id,
        String type,
        String time,
        String environment,
        String transactionId,
        TransactionStatus status,
        Long sequence,
        String orderNumber,
        Boolean hasIdentityChanged,
        String processId,
        String state,
        String endpointId,
        String reason,
        String linkState,
        String companyId
    ) {}

    /**
     * The answer to readEvent.
     *
     * @param id Id of the event; the `webhook-id` of every delivery attempt.
     * @param time When it happened.
     * @param transactionId Id of the transaction, as returned by the create operation.
     * @param hasIdentityChanged Whether the person is someone other than the identity you sent, once known.
     * @param processId The process that finished.
     * @param state State of the process.
     * @param endpointId The endpoint that the event is about.
     * @param companyId The company whose endpoints may receive it; the only field that the webhook does not
     * carry.
     */
    public record EventResponse(
        String id,
        String type,
        String time,
        String environment,
        String transactionId,
        TransactionStatus status,
        Long sequence,
        String orderNumber,
        Boolean hasIdentityChanged,
        String processId,
        String state,
        String endpointId,
        String reason,
        String linkState,
        String companyId,
        List<DeliverySummary> deliveries
    ) {}

    /**
     * A part of EventResponse.
     *
     * @param id Id of the delivery.
     * @param endpointId Where it goes.
     * @param eventId What it carries.
     * @param type Type of the event.
     * @param state `pending` waits for its next attempt, `sending` is in progress, `delivered` and `failed` are
     * final.
     * @param attempts Number of finished attempts.
     * @param nextAttemptAt Time of the next attempt; only while pending.
     * @param finishedAt When it was delivered or failed; absent before.
     * @param skipped True if it failed without an attempt because its endpoint was disabled.
     */
    public record DeliverySummary(
        String id,
        String endpointId,
        String eventId,
        String type,
        String state,
        long attempts,
        String nextAttemptAt,
        String finishedAt,
        Boolean skipped
    ) {}

    /**
     * The answer to resendEventById.
     *
     * @param id The same event.
     */
    public record EventResentResponse(
        String id,
        String type,
        long deliveries
    ) {}

    /**
     * The answer to readDelivery.
     *
     * @param id Id of the delivery.
     * @param endpointId Where it goes.
     * @param eventId What it carries.
     * @param type Type of the event.
     * @param state `pending` waits for its next attempt, `sending` is in progress, `delivered` and `failed` are
     * final.
     * @param attempts Number of finished attempts.
     * @param nextAttemptAt Time of the next attempt; only while pending.
     * @param finishedAt When it was delivered or failed; absent before.
     * @param skipped True if it failed without an attempt because its endpoint was disabled.
     */
    public record DeliveryResponse(
        String id,
        String endpointId,
        String eventId,
        String type,
        String state,
        long attempts,
        String nextAttemptAt,
        String finishedAt,
        Boolean skipped,
        List<DeliveryAttempt> history
    ) {}

    /**
     * A part of DeliveryResponse.
     *
     * @param number Counted from 1, continuing over several schedules.
     * @param startedAt When it began.
     * @param responseStatus HTTP status of the receiver's response; absent if there was none.
     * @param response The first 4 KiB of the receiver's response, kept for 30 days.
     * @param error Why there was no response.
     */
    public record DeliveryAttempt(
        long number,
        String startedAt,
        long durationMs,
        Long responseStatus,
        String response,
        String error
    ) {}

    /**
     * The answer to listDeliveries.
     *
     * @param nextCursor Send it as `cursor` to get the next page.
     */
    public record ListDeliveriesResponse(
        List<DeliverySummary> deliveries,
        String nextCursor
    ) {}

    /**
     * The answer to readBacklog.
     *
     * @param waiting Deliveries that are pending or being sent.
     * @param more Whether there are more than were counted.
     * @param oldestDueSeconds For how long the oldest has been due; absent if nothing is due.
     */
    public record BacklogResponse(
        long waiting,
        boolean more,
        Long oldestDueSeconds
    ) {}

    /**
     * The answer to resendFailed.
     *
     * @param deliveries Deliveries resent by this request.
     * @param hasMore Whether more remain than one request resends: repeat it.
     */
    public record ResendFailedResponse(
        long deliveries,
        boolean hasMore
    ) {}

    /** The answer to listCalls. */
    public record ListCallsResponse(
        List<ListedApiCall> calls,
        String nextCursor
    ) {}

    /**
     * A part of ListCallsResponse.
     *
     * @param status The HTTP status of the response; 499 if the caller hung up before it was sent.
     * @param request Shape of body and query as JSON: names, and types for values.
     */
    public record ListedApiCall(
        String requestId,
        String at,
        String account,
        String operation,
        String method,
        String path,
        long status,
        String code,
        long durationMs,
        String sourceAddress,
        String transaction,
        String process,
        String request,
        long repeated
    ) {}

    /**
     * The answer to createTransaction.
     *
     * @param id Id of the transaction, as returned by the create operation.
     * @param link One-time URL of the hosted page for the person.
     * @param token SDK token: a JWT for the web SDK; never an access token.
     */
    public record CreateTransactionResponse(
        String id,
        TransactionStatus status,
        String link,
        String token
    ) {}

    /** The answer to cancelTransaction. */
    public record TransactionStatusResponse(
        TransactionStatus status,
        Boolean hasIdentityChanged
    ) {}

    /** The answer to resendEvent. */
    public record ResendEventResponse(
        String id,
        String type,
        TransactionStatus status,
        long sequence,
        long deliveries
    ) {}

    /**
     * The answer to listTransactions.
     *
     * @param nextCursor Send it as `cursor` to get the next page; absent on the last. A page may be short or
     * even empty and still have it, if matches are rare.
     */
    public record ListTransactionsResponse(
        List<TransactionSummary> transactions,
        String nextCursor
    ) {}

    /**
     * A part of ListTransactionsResponse.
     *
     * @param id Id of the transaction, as returned by the create operation.
     * @param company The company that the transaction names.
     * @param orderNumber The merchant's own number of the purchase.
     * @param hasIdentityChanged True if the person was verified as an identity other than the one sent; absent
     * until known.
     * @param expiresAt When it expires unless the capture is complete.
     * @param finishedAt When it reached its final status; absent before.
     * @param erasedAt When person, card and order were erased.
     */
    public record TransactionSummary(
        String id,
        String company,
        String orderNumber,
        TransactionStatus status,
        Boolean hasIdentityChanged,
        String createdAt,
        String expiresAt,
        String finishedAt,
        String erasedAt
    ) {}

    /**
     * The answer to readTransactionHistory.
     *
     * @param id Id of the transaction, as returned by the create operation.
     * @param company The company that the transaction names.
     * @param orderNumber The merchant's own number of the purchase.
     * @param hasIdentityChanged True if the person was verified as an identity other than the one sent; absent
     * until known.
     * @param expiresAt When it expires unless the capture is complete.
     * @param finishedAt When it reached its final status; absent before.
     * @param erasedAt When person, card and order were erased.
     * @param module Module of the company at creation: `post`, `pre` or `super-pre`.
     * @param processId The reference process whose captures were used.
     */
    public record TransactionHistoryResponse(
        String id,
        String company,
        String orderNumber,
        TransactionStatus status,
        Boolean hasIdentityChanged,
        String createdAt,
        String expiresAt,
        String finishedAt,
        String erasedAt,
        String module,
        String processId,
        List<HistoryStep> history
    ) {}

    /**
     * A part of TransactionHistoryResponse.
     *
     * @param version Number of the step, counted from 1.
     * @param event What happened, for example `create`, `capture-finished` or `cancel`.
     */
    public record HistoryStep(
        long version,
        String event,
        TransactionStatus status,
        String actor,
        List<String> reasons,
        String at
    ) {}

    /** The answer to readReceipt. */
    public record ReceiptResponse(
        String receipt
    ) {}

    /**
     * The answer to listCaptures.
     *
     * @param id Id of the transaction, as returned by the create operation.
     * @param processId The process whose captures were reused, if any.
     * @param images Whether there are images: `none` was kept, some are `held`, all were `deleted` because they
     * were kept long enough, or everything of the captures was `erased` with the person.
     * @param erasedAt When person, card and order were erased.
     * @param checks The checks of the decision; empty before there is one.
     * @param comparedFace The enrolled face that was compared; absent where none was, after an erasure, and of
     * decisions of earlier releases.
     * @param attempts The attempts, in order.
     */
    public record ListCapturesResponse(
        String id,
        String processId,
        String images,
        String erasedAt,
        List<CaptureCheck> checks,
        ListCapturesResponseComparedFace comparedFace,
        List<CaptureSign> signs,
        List<CaptureAttempt> attempts
    ) {}

    /**
     * A part of ListCapturesResponse.
     *
     * @param check - `challenge`: The requested movements were made, in order. - `one_person`: All kept pictures
     * show one person. - `comparison`: The face matches the one enrolled for the identity. - `other_identities`:
     * The face is not enrolled for another identity of the same kind. - `card_name`: The name on the card agrees
     * with those known for the identity. - `links`: The card was with few identities, and the identity with few
     * cards. - `signs`: Nothing in the capture suggests an attack. - `card_evidence`: The operator's service for
     * card evidence says nothing against the card, and all that the company requires.
     * @param result - `passed`: It holds. - `failed`: It does not hold. - `found`: The search found a match; the
     * company's rules decide whether that prevents approval. - `impossible`: There was nothing to compare with,
     * or no comparison was possible. - `not_done`: The decision did not reach this check, or the company leaves
     * it out. - `match`: The names agree by the rules of embossing (`card_name` only). - `partial`: The names
     * agree in part (`card_name` only). - `no_match`: The names do not agree (`card_name` only). -
     * `not_performed`: No name is known, or one of nothing but initials (`card_name` only).
     */
    public record CaptureCheck(
        String check,
        String result
    ) {}

    /**
     * A part of ListCapturesResponse. The enrolled face that was compared; absent where none was, after an
     * erasure, and of decisions of earlier releases.
     *
     * @param kind Where it is from: photographs of yours (`operator`), or an earlier `capture`.
     * @param isProven Whether a reference of yours shows the same person.
     * @param source The `source` of that reference.
     * @param date Day of the reference, or of the enrolment.
     */
    public record ListCapturesResponseComparedFace(
        String kind,
        boolean isProven,
        String source,
        String date
    ) {}

    /**
     * A part of ListCapturesResponse.
     *
     * @param sign A coded sign.
     * @param sentence What it means; for humans, the wording may change.
     * @param seen How often it was seen in the attempt, up to 1,000.
     * @param attempt Number of the attempt; 0 if the frame belonged to no attempt of the transaction.
     */
    public record CaptureSign(
        String sign,
        String sentence,
        long seen,
        long attempt
    ) {}

    /**
     * A part of ListCapturesResponse.
     *
     * @param id Id of the attempt.
     * @param number Number of the attempt, from 1.
     * @param movement How the person was asked to move.
     * @param poses The requested poses, in order.
     * @param challengeLength How long the challenge was: `usual` where the company fixes the number of
     * movements, `short` or `long` where the number follows the risk. Absent in attempts of earlier releases.
     * @param challengeReasons Why the challenge was short or long. - `stated_identity`: The person stated the
     * identity on the page. - `later_attempt`: An earlier attempt for the same transaction or process had
     * failed. - `not_enrolled`: No face measured by the present engine was enrolled for the identity. -
     * `enrolled_lately`: The face was enrolled less than 24 hours ago. - `never_matched`: The enrolled face had
     * not been matched yet. - `signal_of_identity`: A capture for the identity had an attack signal within 90
     * days. - `refused_lately`: A complete capture for the identity was not approved within 90 days. -
     * `tenant_under_attack`: At least 5 captures of the tenant had an attack signal that can refuse approval
     * within the hour. - `known`: None of the others applied.
     * @param outcome How it ended; absent while it is running. - `completed`: Every step was passed; the
     * decision follows. - `challenge_missed`: The requested movement was not made in time, or another one was
     * made. - `no_face`: No face was visible for most of the last step. - `several_faces`: More than one face
     * was visible for most of the last step. - `too_dark`: The picture was too dark for most of the last step. -
     * `too_bright`: The face was too bright for most of the last step. - `blurred`: The picture was blurred for
     * most of the last step. - `too_small`: The face was too far away for most of the last step. - `too_close`:
     * The face was too close for most of the last step. - `off_centre`: The face was at the edge of the picture
     * for most of the last step. - `occluded`: Mouth or eyes were covered for most of the last step. -
     * `person_changed`: Another person took over. - `not_live`: What moved was flat or bent like a sheet, or
     * could not be distinguished from something flat. - `timeout`: The attempt took too long, or was abandoned.
     * @param framesReceived Frames received from the page, kept or not.
     * @param frames The kept frames, in order.
     */
    public record CaptureAttempt(
        String id,
        long number,
        String movement,
        List<String> poses,
        String challengeLength,
        List<String> challengeReasons,
        String outcome,
        String startedAt,
        String finishedAt,
        long framesReceived,
        CaptureConsent consent,
        List<CapturedFrame> frames
    ) {}

    /**
     * A part of CaptureAttempt.
     *
     * @param version Version of the text that the person read.
     * @param language Language of that text (BCP 47).
     */
    public record CaptureConsent(
        String version,
        String language,
        String at
    ) {}

    /**
     * A part of CaptureAttempt.
     *
     * @param step Index of the pose that the frame shows.
     * @param receivedAt Absent once the image was deleted.
     * @param sha256 SHA-256 of the stored image, in hex. After deletion it is known only for images that a
     * decision rests on.
     * @param isHeld False if the image was deleted at the end of its retention.
     */
    public record CapturedFrame(
        long step,
        String pose,
        String receivedAt,
        String sha256,
        boolean isHeld
    ) {}

    /** The answer to createProcess. */
    public record CreateProcessResponse(
        CreateProcessResponseProcess process
    ) {}

    /**
     * A part of CreateProcessResponse.
     *
     * @param id Id of the process.
     * @param company The company that requested the process.
     * @param state Where the process stands.
     * @param result The result; absent while the process is open.
     * @param person Absent once the person was erased.
     * @param clientReference Your own name for the process; never the person.
     * @param callbackUri Absent once the person was erased.
     * @param createdAt When it was started.
     * @param expiresAt When the process expires.
     * @param finishedAt When the process ended; absent while it is open.
     * @param erasedAt When the person was erased.
     * @param userRedirectUrl One-time URL of the page for the person.
     * @param token SDK token for the web SDK; never an access token.
     */
    public record CreateProcessResponseProcess(
        String id,
        String company,
        String state,
        String result,
        CreateProcessResponseProcessPerson person,
        String purpose,
        String clientReference,
        String callbackUri,
        CreateProcessResponseProcessAuthenticationInfo authenticationInfo,
        String createdAt,
        String expiresAt,
        String finishedAt,
        String erasedAt,
        String userRedirectUrl,
        String token
    ) {}

    /**
     * A part of CreateProcessResponseProcess. Absent once the person was erased.
     *
     * @param duiType Kind of the identifier.
     * @param duiValue The identifier without punctuation, with valid check digits.
     * @param friendlyName How the page addresses the person.
     */
    public record CreateProcessResponseProcessPerson(
        String duiType,
        String duiValue,
        String friendlyName
    ) {}

    /** A part of CreateProcessResponseProcess. */
    public record CreateProcessResponseProcessAuthenticationInfo(
        String livenessResult,
        String authenticationResult
    ) {}

    /**
     * The answer to readProcessSelfie.
     *
     * @param fileContents The picture, base64-encoded (RFC 4648, section 4).
     */
    public record SelfieResponse(
        String fileContents,
        String contentType
    ) {}

    /** The answer to readProcess. */
    public record ProcessResponse(
        Process process
    ) {}

    /**
     * A part of ProcessResponse.
     *
     * @param id Id of the process.
     * @param company The company that requested the process.
     * @param state Where the process stands.
     * @param result The result; absent while the process is open.
     * @param person Absent once the person was erased.
     * @param clientReference Your own name for the process; never the person.
     * @param callbackUri Absent once the person was erased.
     * @param createdAt When it was started.
     * @param expiresAt When the process expires.
     * @param finishedAt When the process ended; absent while it is open.
     * @param erasedAt When the person was erased.
     */
    public record Process(
        String id,
        String company,
        String state,
        String result,
        ProcessPerson person,
        String purpose,
        String clientReference,
        String callbackUri,
        ProcessAuthenticationInfo authenticationInfo,
        String createdAt,
        String expiresAt,
        String finishedAt,
        String erasedAt
    ) {}

    /**
     * A part of Process. Absent once the person was erased.
     *
     * @param duiType Kind of the identifier.
     * @param duiValue The identifier without punctuation, with valid check digits.
     * @param friendlyName How the page addresses the person.
     */
    public record ProcessPerson(
        String duiType,
        String duiValue,
        String friendlyName
    ) {}

    /** A part of Process. */
    public record ProcessAuthenticationInfo(
        String livenessResult,
        String authenticationResult
    ) {}

    /** The answer to readProcessHistory. */
    public record ProcessHistoryResponse(
        Process process,
        List<ProcessStep> history
    ) {}

    /**
     * A part of ProcessHistoryResponse.
     *
     * @param version Number of the step, counted from 1.
     * @param event What happened, for example `create`, `capture-finished` or `reuse`.
     * @param transactionId The transaction that used the process.
     * @param at When it happened.
     */
    public record ProcessStep(
        long version,
        String event,
        String state,
        String actor,
        List<String> reasons,
        String transactionId,
        String at
    ) {}

    /** The answer to readLimits. */
    public record LimitsResponse(
        List<Limit> limits
    ) {}

    /**
     * A part of LimitsResponse.
     *
     * @param limit Requests allowed at once.
     * @param perSecond Sustained requests per second.
     * @param resetSeconds Seconds until the limit is fully available again.
     */
    public record Limit(
        String name,
        String code,
        long limit,
        Long perSecond,
        long remaining,
        long resetSeconds,
        String appliesTo
    ) {}

    /**
     * The answer to createFaceReference.
     *
     * @param id Id of the reference.
     * @param source Where the photographs are from, such as the onboarding of an account. Letters, digits and
     * `._:/#-`, up to 100; never name the person.
     * @param date Day on which the photographs were taken, not after today (in UTC).
     * @param consentReference Your reference for the consent that covers this use. Letters, digits and `._:/#-`,
     * up to 100; never name the person.
     * @param photographs Photographs that were sent.
     * @param photographsKept Photographs that are kept and can be viewed; 0 if nobody asked to keep them.
     * @param faces Enrolled faces of these photographs; photographs that look alike share one. 0 if newer
     * selfies have replaced all of them.
     * @param captureConfirmed True if a face was enrolled by a selfie before, and this reference showed the same
     * person.
     * @param duplicateFaceAllowed True if the request allowed a face that is enrolled for another identity.
     * @param createdAt When it was created.
     */
    public record ReferenceResponse(
        String id,
        String source,
        String date,
        String consentReference,
        long photographs,
        long photographsKept,
        long faces,
        boolean captureConfirmed,
        boolean duplicateFaceAllowed,
        String createdAt
    ) {}

    /**
     * The answer to deleteFaceReference.
     *
     * @param id Id of the reference.
     * @param deletedAt When it was deleted.
     */
    public record DeleteReferenceResponse(
        String id,
        String deletedAt
    ) {}

    /** The answer to listScenarios. */
    public record ListScenariosResponse(
        List<SandboxScenario> scenarios
    ) {}

    /**
     * A part of ListScenariosResponse.
     *
     * @param name Value of the header `X-Titular-Scenario`.
     * @param kind - `ends`: Every final status of a transaction, immediately and after a delay. - `captures`:
     * Every outcome of an attempt. No picture is stored, because there was no camera. - `processes`: Every end
     * of a process of the identity platform. A transaction that reuses a process finished this way ends
     * accordingly. - `errors`: Every refusal of every API operation, including the token endpoint. The requested
     * operation is not carried out. For refusals that may pass, there is also a scenario that refuses a call
     * once and serves it when it is repeated. - `webhooks`: What can go wrong with the webhook of an approval.
     * @param meaning What the scenario shows; for humans, the wording may change.
     * @param identity The identity that selects it when no header is sent.
     * @param operations The operations that accept it in the header, by operation id.
     * @param processResult Result of the process.
     * @param livenessResult What the process found.
     * @param authenticationResult What the process found.
     * @param reusedAs The scenario of a transaction that reuses the process and names no other.
     * @param code Error code of the refusal.
     * @param subCode Sub-code of the token endpoint's refusal.
     * @param servedNext The same call is served when repeated.
     */
    public record SandboxScenario(
        String name,
        String kind,
        String meaning,
        SandboxScenarioIdentity identity,
        List<String> operations,
        List<SandboxStep> steps,
        TransactionStatus status,
        Boolean hasIdentityChanged,
        String processResult,
        String livenessResult,
        String authenticationResult,
        String reusedAs,
        String code,
        String subCode,
        Boolean servedNext
    ) {}

    /** A part of SandboxScenario. The identity that selects it when no header is sent. */
    public record SandboxScenarioIdentity(
        String key,
        String value
    ) {}

    /**
     * A part of SandboxScenario.
     *
     * @param afterSeconds Seconds after the create.
     * @param event What happens then.
     */
    public record SandboxStep(
        long afterSeconds,
        String event
    ) {}

    /** The answer to eraseIdentity. */
    public record ErasureResponse(
        String id,
        String erasedAt,
        String reference,
        ErasureCounts counts,
        String receipt
    ) {}

    /**
     * A part of ErasureResponse.
     *
     * @param templates Enrolled faces.
     * @param pictures Pictures of captures, with their measurements.
     * @param objects Objects of an object store that held pictures, or were left over; deleted right after the
     * erasure.
     * @param attempts Attempts at a challenge.
     * @param pageSessions Sessions of the hosted page.
     * @param links One-time links.
     * @param webhookAnswers Responses of webhook receivers.
     * @param apiCalls Request log entries, by transaction.
     * @param transactions Transactions.
     * @param processes Processes of the identity platform.
     * @param orderedCalls Request log entries, by order number.
     * @param statements Transactions created for another identity in which the person stated this one: the
     * statement was erased; order and captures remain for their retention time.
     * @param held Transactions and processes kept unchanged by a legal hold.
     */
    public record ErasureCounts(
        long templates,
        long pictures,
        Long objects,
        long attempts,
        long pageSessions,
        long links,
        long webhookAnswers,
        long apiCalls,
        long transactions,
        Long processes,
        long orderedCalls,
        Long statements,
        Long held
    ) {}
}
