import { describe, expect, test } from 'vitest';
import { escapeHtml, textOf, unescapeHtml } from '../src/build/html.ts';
import { highlightCode } from '../src/style/highlight-code.ts';

const codeIn = (language: string, code: string): string =>
  highlightCode(`<p>a</p><pre><code class="in-${language}">${escapeHtml(code)}</code></pre>`);

describe('code of the site', () => {
  test.each([
    ['ts', `const a: string = 'b'; // c & d`, ['k', 's', 'c']],
    ['python', `def a():\n    return "b"  # c`, ['k', 's', 'c', 'f']],
    ['php', `<?php\n$a = 'b'; // c`, ['s', 'c', 'a']],
    ['go', 'func a() string { return "b" } // c', ['k', 's', 'c']],
    ['bash', `curl -d "$A" 'b' # c`, ['s', 'c']],
    ['json', '{"a": [1, true, "b"]}', ['a', 'n', 's']],
  ])('in %s has colours and keeps its text', (language, code, classes) => {
    const page = codeIn(language, code);
    for (const one of classes) expect(page).toContain(`<span class="${one}">`);
    expect(page.match(/<span/g)?.length).toBe(page.match(/<\/span>/g)?.length);
    expect(unescapeHtml(page.replace(/^<p>a<\/p>|<[^>]+>/g, ''))).toBe(code);
  });

  test('has no markup but that of the build, whatever stands in it', () => {
    const page = codeIn('ts', `const a = '</code><script>alert(1)</script>';`);
    expect(page).not.toContain('<script');
    expect(textOf(page)).toContain('alert');
  });

  test('in a language that has no colours, and text, stays as it is', () => {
    for (const language of ['text', 'mermaid', 'constructor'])
      expect(codeIn(language, 'const a = 1')).not.toContain('<span');
  });
});
