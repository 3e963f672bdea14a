/** What the reader gave: it lives as long as this document, in no cookie, no storage and no address. */
export type GivenValues = {
  token(): string;
  setToken(token: string): void;
  /** A value by the name that requests have for it. */
  valueOf(name: string): string | undefined;
  keep(name: string, value: string): void;
};

/** Begins with no values but those of the two fields that are always there; what the reader types there is what counts. */
export function openValues(token: HTMLInputElement, company: HTMLInputElement): GivenValues {
  const values = new Map<string, string>();
  return {
    token: () => token.value.trim(),
    setToken: (given) => {
      token.value = given;
    },
    valueOf: (name) => (name === 'company' ? company.value.trim() : values.get(name)) || undefined,
    keep: (name, value) => {
      if (name !== 'company') values.set(name, value);
    },
  };
}
