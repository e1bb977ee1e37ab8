import type { Sha256 } from '../shared/hash';

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A folder name made of outside text, readable and safe on every file system: letters, digits, dot, dash and
 * underscore, at most 80 characters, no dot or dash in front. Where a character had to go, eight digits of the
 * text's hash keep two texts apart.
 */
export const folderName = (text: string, sha256: Sha256): string => {
  const safe = text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 70)
    .replace(/[.-]+$/, '');
  if (safe === text && safe !== '' && !reserved.test(safe)) return safe;
  return `${reserved.test(safe) ? '_' : ''}${safe || 'instance'}-${sha256(text).slice(0, 8)}`;
};
