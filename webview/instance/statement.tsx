import DOMPurify from 'dompurify';
import { useEffect, useRef } from 'preact/hooks';
import type { InstancePage } from '../../src/core/study/page/instancePage';
import type { Act } from './actions';

const allowed = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'em',
    'strong',
    's',
    'a',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  ALLOWED_ATTR: ['href', 'title', 'start'],
  ALLOWED_URI_REGEXP: /^https?:/i,
};

/**
 * The statement as its author wrote it, Markdown made safe twice: the renderer escapes all HTML and makes pictures
 * links; here only plain text tags and http links pass.
 */
export const Statement = ({ page, act }: { page: InstancePage; act: Act }) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current || page.statementHtml === null) return;
    place.current.replaceChildren(DOMPurify.sanitize(page.statementHtml, { ...allowed, RETURN_DOM_FRAGMENT: true }));
  }, [page.statementHtml]);
  return (
    <section aria-labelledby="statement">
      <h2 id="statement">
        Statement{' '}
        <span class="quiet">
          {page.statementChars === null
            ? 'none'
            : `${page.statementChars.toLocaleString('en')} characters, as in the dataset`}
        </span>
        <button type="button" class="link end" onClick={() => act('statement')}>
          Open raw
        </button>
      </h2>
      {page.statementHtml === null ? (
        <p class="quiet">The row has no statement.</p>
      ) : (
        <div class="markdown" ref={place} />
      )}
    </section>
  );
};
