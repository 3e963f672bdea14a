import type { Page } from 'playwright-core';

/** Names that are written from right to left and stand beside other text without being isolated from it, so that they may put it in another order (UAX 9). */
export const findReordered = (page: Page, names: readonly string[]): Promise<string[]> =>
  page.evaluate((given) => {
    const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u202B\u202E\u2067]/;
    const ISOLATED = /\u2068[^\u2069]*\u2069/g;
    const isIsolating = (element: Element): boolean =>
      /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi) ||
      !getComputedStyle(element).display.startsWith('inline') ||
      /^inline-(?:block|flex|grid)$/.test(getComputedStyle(element).display) ||
      /flex|grid/.test(element.parentElement ? getComputedStyle(element.parentElement).display : '');
    /** The nearest element outside of which the text puts nothing in another order. */
    const boundOf = (node: Node): Element | null => {
      let element = node.parentElement;
      while (element && !isIsolating(element)) element = element.parentElement;
      return element;
    };
    const left = (text: string): string =>
      given
        .reduce((rest, name) => rest.replaceAll(name, ''), text)
        .replaceAll(/[\s\u200B-\u200F\u2060\uFEFF]/g, '');
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const parent = node.parentElement;
      if (node.data.trim() !== '' && parent && !parent.matches('script, style, option, title'))
        texts.push(node);
    }
    const bounds = new Map(texts.map((node) => [node, boundOf(node)]));
    const faults = texts.flatMap((node) => {
      const bare = node.data.replaceAll(ISOLATED, '');
      if (!RIGHT_TO_LEFT.test(bare)) return [];
      const bound = bounds.get(node);
      const beside = texts.filter((other) => other !== node && bounds.get(other) === bound);
      const isAlone = left(bare) === '' && beside.every((other) => other.data.trim() === '');
      const place = `${bound?.tagName.toLowerCase()}.${bound?.getAttribute('class')}`;
      return isAlone ? [] : [`${place} mixes "${bound?.textContent?.trim().slice(0, 80)}"`];
    });
    return [...new Set(faults)];
  }, names);
