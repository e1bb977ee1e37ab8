import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderOfInstance, instanceOfFolder } from '../../../../src/core/instance/instanceFolder';

describe('the folder of an instance', () => {
  it.each([
    ['django__django-1', 'django__django-1'],
    ['HumanEval/0', 'HumanEval%2F0'],
    ['org/repo:pr-1', 'org%2Frepo%3Apr-1'],
    ['100% done', '100% done'],
    ['a%2Fb', 'a%252Fb'],
    ['..', '%2E%2E'],
    ['C:\\x', 'C%3A%5Cx'],
  ])('%s is %s, and back', (id, name) => {
    expect(folderOfInstance(id)).toBe(name);
    expect(instanceOfFolder(name)).toBe(id);
  });

  it.each(['', 'a\0b', 'a\nb', 'x'.repeat(201), '/'.repeat(67)])('%j has none', (id) => {
    expect(folderOfInstance(id)).toBeNull();
  });

  it('gives back every id and is one name', () => {
    const unit = fc.constantFrom('a', '%', '2', 'F', '5', '/', ':', '.', '\\', 'é', ' ');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 12 }), (id) => {
        const name = folderOfInstance(id) ?? '';
        expect(instanceOfFolder(name)).toBe(id);
        expect(name).not.toMatch(/[/\\:]|^\.{1,2}$/);
      }),
    );
  });
});
