// Command driver runs calls that a test names by JSON on standard input, and prints what came of each.
package main

import (
	"bytes"
	"context"
	"crypto"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"titular"
)

type call struct {
	Method       string
	Args         []json.RawMessage
	Options      map[string]any
	Pages        bool
	AfterSeconds float64
}

type delivery struct {
	Payload string
	Headers map[string]any
	Secrets []string
	Now     float64
}

type job struct {
	URL            string
	Credentials    map[string]any
	Calls          []call
	MaxRetries     *int
	TimeoutSeconds float64
	// What chance brings, each time.
	Chance float64
	// 0 is no limit.
	DeadlineSeconds *float64
	CAFile          string
	// Whether the clock is that of the machine, and whether calls are made side by side.
	IsReal, IsTogether bool
	Deliveries         []delivery
	Events             []event
}

// event is handled by work that goes as it is asked for.
type event struct {
	titular.WebhookEvent
	// Whether the work fails or panics, and whether the sender hangs up meanwhile.
	Fails, Panics, IsLeft bool
}

// strictStore writes nothing for a request that has ended, as a database does.
type strictStore struct{ *titular.MemoryEventStore }

func (s strictStore) Finish(ctx context.Context, mark titular.EventMark) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return s.MemoryEventStore.Finish(ctx, mark)
}

func (s strictStore) Release(ctx context.Context, mark titular.EventMark) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return s.MemoryEventStore.Release(ctx, mark)
}

// Claim answers nothing at all for one event, as a store that forgets to.
func (s strictStore) Claim(ctx context.Context, mark titular.EventMark) (titular.Verdict, error) {
	if mark.ID == "unclaimed" {
		return "", nil
	}
	return s.MemoryEventStore.Claim(ctx, mark)
}

type leaveKey struct{}

type told struct {
	Value any            `json:"value,omitempty"`
	Error map[string]any `json:"error,omitempty"`
	Wrong string         `json:"wrong,omitempty"`
	Text  string         `json:"text,omitempty"`
}

// clock notes waits instead of waiting; a job moves its time on, and names all that chance brings.
type clock struct {
	isReal bool
	chance float64
	mutex  sync.Mutex
	passed time.Duration
	slept  []float64
}

func (c *clock) Now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return time.Now().Add(c.passed)
}

func (c *clock) Sleep(ctx context.Context, pause time.Duration) error {
	if c.isReal {
		select {
		case <-time.After(pause):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.slept = append(c.slept, pause.Seconds())
	c.passed += pause
	return ctx.Err()
}

func (c *clock) Chance() float64 { return c.chance }

func main() {
	var asked job
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		panic(err)
	}
	answered := map[string]any{}
	switch {
	case asked.Deliveries != nil:
		answered["results"] = verifyAll(asked.Deliveries)
	case asked.Events != nil:
		answered["results"] = handleAll(asked)
	default:
		runJob(asked, answered)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answered); err != nil {
		panic(err)
	}
}

func runJob(asked job, answered map[string]any) {
	waits := &clock{isReal: asked.IsReal, chance: asked.Chance, slept: []float64{}}
	credentials := credentialsOf(asked.Credentials)
	client, err := makeClient(asked, credentials, waits)
	answered["shown"] = show(client) + show(credentials)
	if err != nil {
		answered["results"] = []told{tell(nil, err)}
		answered["slept"] = waits.slept
		return
	}
	results := make([]told, len(asked.Calls))
	var running sync.WaitGroup
	for at, one := range asked.Calls {
		waits.mutex.Lock()
		waits.passed += seconds(one.AfterSeconds)
		waits.mutex.Unlock()
		run := func(at int, one call) {
			defer running.Done()
			results[at] = tell(invoke(client, waits, one))
		}
		running.Add(1)
		if asked.IsTogether {
			go run(at, one)
		} else {
			run(at, one)
		}
	}
	running.Wait()
	answered["results"] = results
	answered["slept"] = waits.slept
}

func seconds(count float64) time.Duration { return time.Duration(count * float64(time.Second)) }

func credentialsOf(given map[string]any) titular.Credentials {
	text := func(name string) string { found, _ := given[name].(string); return found }
	if _, ok := given["clientId"]; ok {
		return titular.ClientSecret{ID: text("clientId"), Secret: titular.NewSecret(text("clientSecret")), Scope: text("scope")}
	}
	assertion := titular.Assertion{
		Account: text("account"), TenantID: text("tenantId"), KeyID: text("keyId"),
		PrivateKey: titular.NewSecret(text("privateKey")), Algorithm: text("algorithm"),
	}
	if found := text("keyElsewhere"); found != "" {
		key := openElsewhere(found)
		assertion.Signer = func() crypto.Signer { return key }
	} else if text("privateKey") == "" {
		assertion.Sign = signElsewhere
	}
	return assertion
}

// hsm is a key of which nothing is known but what it signs.
type hsm struct{ crypto.Signer }

func (h hsm) Sign(random io.Reader, digest []byte, options crypto.SignerOpts) ([]byte, error) {
	switch os.Getenv("HSM") {
	case "stuck":
		time.Sleep(time.Minute)
	case "away":
		panic("canary-secret-4711")
	case "broken":
		return []byte("canary-secret-4711"), nil
	}
	return h.Signer.Sign(random, digest, options)
}

func openElsewhere(text string) crypto.Signer {
	block, _ := pem.Decode([]byte(text))
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		panic(err)
	}
	return hsm{key.(crypto.Signer)}
}

// signElsewhere signs by another program, as a key service does.
func signElsewhere(ctx context.Context, content []byte) ([]byte, error) {
	program := exec.CommandContext(ctx, os.Getenv("NODE"), "-e", os.Getenv("SIGN"))
	program.Stdin = strings.NewReader(string(content))
	signature, err := program.Output()
	if err != nil {
		return nil, errors.New("the key service is away, said canary-secret-4711")
	}
	return signature, nil
}

func makeClient(asked job, credentials titular.Credentials, waits *clock) (*titular.Client, error) {
	options := []titular.ClientOption{titular.WithClock(waits)}
	if asked.MaxRetries != nil {
		options = append(options, titular.WithMaxRetries(*asked.MaxRetries))
	}
	if asked.TimeoutSeconds != 0 {
		options = append(options, titular.WithTimeout(seconds(asked.TimeoutSeconds)))
	}
	if asked.DeadlineSeconds != nil {
		options = append(options, titular.WithDeadline(seconds(*asked.DeadlineSeconds)))
	}
	if asked.CAFile != "" {
		pool := x509.NewCertPool()
		content, err := os.ReadFile(asked.CAFile)
		if err != nil || !pool.AppendCertsFromPEM(content) {
			panic("there is no certificate")
		}
		options = append(options, titular.WithRootCAs(pool))
	}
	return titular.NewClient(asked.URL, credentials, options...)
}

// invoke calls a method by its name of the contract.
func invoke(client *titular.Client, waits *clock, one call) (any, error) {
	ctx := context.Background()
	given := []titular.CallOption{}
	query := map[string]any{}
	for name, value := range one.Options {
		switch name {
		case "deadlineSeconds", "timeoutSeconds":
			var cancel context.CancelFunc
			ctx, cancel = context.WithDeadline(ctx, waits.Now().Add(seconds(value.(float64))))
			defer cancel()
		case "cancelSeconds":
			var cancel context.CancelFunc
			ctx, cancel = context.WithCancel(ctx)
			time.AfterFunc(seconds(value.(float64)), cancel)
		case "maxRetries":
			given = append(given, titular.MaxRetries(int(value.(float64))))
		case "scenario":
			given = append(given, titular.Scenario(value.(string)))
		case "idempotencyKey":
			if key, ok := value.(string); ok {
				given = append(given, titular.IdempotencyKey(key))
			} else {
				given = append(given, titular.NoIdempotencyKey())
			}
		default:
			query[name] = value
		}
	}
	return callMethod(ctx, client, one, query, given)
}

func callMethod(
	ctx context.Context, client *titular.Client, one call, query map[string]any, options []titular.CallOption,
) (any, error) {
	name := strings.ToUpper(one.Method[:1]) + one.Method[1:]
	arguments := []reflect.Value{reflect.ValueOf(ctx)}
	if one.Pages {
		name, arguments = name+"Pages", nil
	}
	method := reflect.ValueOf(client).MethodByName(name)
	whole, _ := json.Marshal(query)
	contents := append(append([]json.RawMessage{}, one.Args...), whole)
	for at := len(arguments); at < method.Type().NumIn() && !(method.Type().IsVariadic() && at == method.Type().NumIn()-1); at++ {
		argument := reflect.New(method.Type().In(at))
		readArgument(contents[0], argument.Interface())
		contents = contents[1:]
		arguments = append(arguments, argument.Elem())
	}
	if method.Type().IsVariadic() {
		for _, option := range options {
			arguments = append(arguments, reflect.ValueOf(option))
		}
	}
	results := method.Call(arguments)
	if one.Pages {
		return collect(ctx, results[0])
	}
	err, _ := results[1].Interface().(error)
	return results[0].Interface(), err
}

// readArgument reads an argument, with what JSON cannot hold in the places that are marked.
func readArgument(content json.RawMessage, argument any) {
	isNaN := bytes.Contains(content, []byte(`"$NaN"`))
	content = bytes.ReplaceAll(content, []byte(`"$NaN"`), []byte("0"))
	if err := json.Unmarshal(content, argument); err != nil {
		panic(err)
	}
	if body, ok := argument.(*titular.CreateTransactionRequest); ok && isNaN {
		body.Value = titular.Ptr(math.NaN())
	}
	breakTexts(reflect.ValueOf(argument))
}

// breakTexts puts bytes that are not UTF-8 in the place of each text that is marked.
func breakTexts(value reflect.Value) {
	switch value.Kind() {
	case reflect.Pointer:
		if !value.IsNil() {
			breakTexts(value.Elem())
		}
	case reflect.Struct:
		for at := 0; at < value.NumField(); at++ {
			breakTexts(value.Field(at))
		}
	case reflect.Interface:
		if value.Interface() == any("$broken") {
			value.Set(reflect.ValueOf("Jo\xe3o"))
		}
	case reflect.String:
		if value.String() == "$broken" {
			value.SetString("Jo\xe3o")
		}
	}
}

// collect goes through pages of any type to their end.
func collect(ctx context.Context, pages reflect.Value) (any, error) {
	found := []any{}
	for pages.MethodByName("Next").Call([]reflect.Value{reflect.ValueOf(ctx)})[0].Bool() {
		found = append(found, pages.MethodByName("Page").Call(nil)[0].Interface())
	}
	err, _ := pages.MethodByName("Err").Call(nil)[0].Interface().(error)
	return found, err
}

// show is all that a program could print of something.
func show(thing any) string {
	text := fmt.Sprintf("%v %+v %#v %s %q %d", thing, thing, thing, thing, thing, thing)
	content, _ := json.Marshal(thing)
	return text + string(content)
}

func tell(value any, err error) told {
	var failed *titular.Error
	switch {
	case err == nil:
		if file, ok := value.([]byte); ok {
			return told{Value: len(file)}
		}
		return told{Value: value}
	case errors.As(err, &failed) && failed.Kind == titular.KindUsage:
		return told{Wrong: failed.Message, Text: show(err)}
	case errors.As(err, &failed):
		return told{Text: show(err), Error: map[string]any{
			"kind": failed.Kind, "code": orNull(failed.Code), "status": orNull(failed.Status), "docs": orNull(failed.Docs),
			"requestId": orNull(failed.RequestID), "retryable": failed.Retryable,
			"retryAfter": failed.RetryAfter.Seconds(), "idempotencyKey": orNull(failed.IdempotencyKey),
			"isCanceled": errors.Is(err, context.Canceled), "isLate": errors.Is(err, context.DeadlineExceeded),
		}}
	}
	return told{Wrong: err.Error()}
}

func orNull(value any) any {
	if reflect.ValueOf(value).IsZero() {
		return nil
	}
	return value
}

func verifyAll(deliveries []delivery) []told {
	results := []told{}
	for _, one := range deliveries {
		header := http.Header{}
		for name, value := range one.Headers {
			if list, ok := value.([]any); ok {
				for _, each := range list {
					header[name] = append(header[name], each.(string))
				}
			} else {
				header[name] = []string{value.(string)}
			}
		}
		now := time.Unix(int64(one.Now), 0)
		verifier := titular.WebhookVerifier{Secrets: titular.NewSecrets(one.Secrets...), Now: func() time.Time { return now }}
		event, err := verifier.Verify([]byte(one.Payload), header)
		results = append(results, tell(event, err))
	}
	return results
}

func handleAll(asked job) []told {
	results := make([]told, len(asked.Events))
	var wanted sync.Map
	var working int32
	handler := titular.NewEventHandler(map[string]func(context.Context, *titular.WebhookEvent) error{
		"moved": func(ctx context.Context, given *titular.WebhookEvent) error {
			if given.TransactionID != "" {
				if atomic.AddInt32(&working, 1) > 1 {
					panic("two events of one transaction are worked on")
				}
				defer atomic.AddInt32(&working, -1)
			}
			runtime.Gosched()
			one, _ := wanted.Load(given)
			if one.(event).IsLeft {
				ctx.Value(leaveKey{}).(context.CancelFunc)()
			}
			switch {
			case one.(event).Panics:
				panic("the work failed")
			case one.(event).Fails:
				return errors.New("the work failed")
			}
			return nil
		},
	}, strictStore{titular.NewMemoryEventStore()})
	var running sync.WaitGroup
	for at, one := range asked.Events {
		given := one.WebhookEvent
		wanted.Store(&given, one)
		run := func(at int) {
			defer running.Done()
			defer func() {
				if found := recover(); found != nil {
					results[at] = told{Wrong: fmt.Sprintf("panic: %v", found)}
				}
			}()
			ctx, leave := context.WithCancel(context.Background())
			defer leave()
			outcome, err := handler.Handle(context.WithValue(ctx, leaveKey{}, leave), &given)
			results[at] = tell(outcome, err)
		}
		running.Add(1)
		if asked.IsTogether {
			go run(at)
		} else {
			run(at)
		}
	}
	running.Wait()
	return results
}
