import { createClient } from './client.ts';
import { parseInitOptions } from './options.ts';
import type { TitularError } from './titular-error.ts';
import type { Client, InitOptions, OpenOptions, Outcome } from './types.ts';

const NAME = 'titular-check';

/** What the element is asked to open; its events tell the rest. */
type ElementOpenOptions = Pick<OpenOptions, 'token' | 'transactionId'>;

/**
 * Defines `<titular-check base-url type language>`, once, where there are custom elements. Its method `open({ token, transactionId })` leads
 * to one of the events `finish` and `error`, with the outcome or the `TitularError` as `detail`, and meanwhile to `event`.
 */
export function defineTitularCheck(ownOrigin?: string): void {
  if (typeof customElements === 'undefined' || customElements.get(NAME)) return;
  class TitularCheck extends HTMLElement {
    #client: Client | undefined;

    #settings() {
      const type = this.getAttribute('type') ?? 'IFRAME';
      const baseUrl = this.getAttribute('base-url') ?? undefined;
      const language = this.getAttribute('language') ?? undefined;
      return parseInitOptions({ type, baseUrl, language } as InitOptions, ownOrigin);
    }

    #tell(name: string, detail: unknown): void {
      this.dispatchEvent(new CustomEvent(name, { detail }));
    }

    async open(options: ElementOpenOptions): Promise<Outcome | undefined> {
      try {
        const outcome = await this.#openWith(createClient(this.#settings()), options);
        this.#tell('finish', outcome);
        return outcome;
      } catch (error) {
        this.#tell('error', error as TitularError);
        return undefined;
      }
    }

    /** Only the opening that is this element's own is ended with it; a second one that is refused takes nothing over. */
    async #openWith(client: Client, options: ElementOpenOptions): Promise<Outcome> {
      const outcome = client.open({ ...options, onEvent: (event) => this.#tell('event', event) });
      this.#client ??= client;
      try {
        return await outcome;
      } finally {
        if (this.#client === client) this.#client = undefined;
      }
    }

    close(): void {
      this.#client?.close();
    }

    disconnectedCallback(): void {
      this.close();
    }
  }
  customElements.define(NAME, TitularCheck);
}
