package titular

import "fmt"

// Secret is a text that fmt shows by no verb and at no depth: it follows no function, though it reads unexported fields
// without asking their types how they print.
//
// One of your own works as well, such as one that reads a vault: it is asked when a client is made, or a webhook verified.
type Secret func() string

// NewSecret keeps a text as a Secret.
func NewSecret(text string) Secret { return func() string { return text } }

// NewSecrets keeps each of some texts as a Secret.
func NewSecrets(texts ...string) []Secret {
	secrets := make([]Secret, 0, len(texts))
	for _, text := range texts {
		secrets = append(secrets, NewSecret(text))
	}
	return secrets
}

// Format shows nothing of the text, however it is printed.
func (Secret) Format(state fmt.State, _ rune) { hidden(state, "Secret") }

func (s Secret) reveal() string {
	if s == nil {
		return ""
	}
	return s()
}
