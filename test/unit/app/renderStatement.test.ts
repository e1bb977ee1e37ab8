import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderStatement } from '../../../src/app/renderStatement';

/** Tags of the output; anything else that looks like one would be the statement's own. */
const tags = (html: string): string[] => [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map((m) => (m[1] ?? '').toLowerCase());
const plainTags = new Set(
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s a table thead tbody tr th td'.split(' '),
);

describe('a statement as Markdown', () => {
  it('shows HTML as text', () => {
    const html = renderStatement('<script>alert(1)</script> <img src=x onerror=alert(1)> **bold**') ?? '';
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain('<strong>bold</strong>');
    expect(tags(html).filter((tag) => !plainTags.has(tag))).toEqual([]);
  });

  it('makes pictures links, and links only of http addresses', () => {
    expect(renderStatement('![shot](https://example.org/a.png)')).toContain(
      '<a href="https://example.org/a.png">picture: shot</a>',
    );
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'command:x'])
      expect(renderStatement(`[x](${address}) ![y](${address})`)).not.toContain('href');
  });

  it('gives no tag but plain text tags, whatever the statement', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '`',
      '![',
      '](',
      ')',
      'javascript:',
      '<img',
      ' onerror=',
      '\n',
      '\n\n',
      '- ',
      '# ',
      '|',
      'a',
      '<!--',
      'https://e.org/',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = renderStatement(pieces.join('')) ?? '';
        expect(tags(html).filter((tag) => !plainTags.has(tag))).toEqual([]);
        expect(/<[^>]*\son\w+=/i.test(html)).toBe(false);
      }),
    );
  });

  it('shows source text as one block, its marks and blanks as they are', () => {
    expect(renderStatement("def f(x):\n    '''<b> *x* & y'''\n", 'code')).toBe(
      "<pre><code>def f(x):\n    '''&lt;b&gt; *x* &amp; y'''\n</code></pre>\n",
    );
  });

  it('leaves a statement of a size that no person reads to "Open raw"', () => {
    expect(renderStatement('a'.repeat(400_001))).toBeNull();
  });
});
