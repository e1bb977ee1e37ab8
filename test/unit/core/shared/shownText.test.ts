import { describe, expect, it } from 'vitest';
import { shownText } from '../../../../src/core/shared/shownText';

/** What VS Code takes for a link in a message. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

describe('outside text where VS Code reads signs', () => {
  it('is no link, no icon, and reverses nothing beside it', () => {
    const evil = '[click](command:workbench.action.quit) $(trash) \u202Egnirts\u2066';
    expect(link.test(evil)).toBe(true);
    const shown = shownText(evil);
    expect(link.test(shown)).toBe(false);
    expect(shown).not.toMatch(/\$\(/);
    expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(shown.replaceAll('\u2060', '')).toContain('[click](command:workbench.action.quit) $(trash)');
  });

  it('shows control characters, and leaves all other text as it is', () => {
    expect(shownText('\u001b[31mred\u0000')).toBe('␛[31mred␀');
    const plain = 'django__django-11276: é, 漢字, a[b] (c)\nnext\tcolumn';
    expect(shownText(plain)).toBe(plain);
  });
});
