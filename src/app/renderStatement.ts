import MarkdownIt from 'markdown-it';

/** No HTML passes, nothing is fetched: raw HTML is shown as text, pictures become links, only http links are links. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: false });
markdown.validateLink = (url) => /^https?:\/\//i.test(url.trim());
markdown.renderer.rules['image'] = (tokens, index) => {
  const token = tokens[index];
  const source = String(token?.attrGet('src') ?? '');
  const label = markdown.utils.escapeHtml(token?.content || source);
  return `<a href="${markdown.utils.escapeHtml(source)}">picture: ${label}</a>`;
};

/** Longest statement that is rendered; a longer one is shown by "Open raw". Characters. */
const longest = 400_000;

/**
 * A problem statement as HTML of plain text tags, Markdown (CommonMark with tables) or source text as one block of
 * code; null where it is too long to render.
 */
export const renderStatement = (statement: string, kind: 'markdown' | 'code' = 'markdown'): string | null => {
  if (statement.length > longest) return null;
  if (kind === 'markdown') return markdown.render(statement);
  return `<pre><code>${markdown.utils.escapeHtml(statement)}</code></pre>\n`;
};
