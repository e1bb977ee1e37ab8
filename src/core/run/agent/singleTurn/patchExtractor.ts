import { parsePatch } from '../../../patch/parsePatch';
import {
  type Extraction,
  type Extractor,
  failed,
  nothingSaid,
  type ReplyFacts,
  type ReplySpan,
  taken,
} from './extraction';
import { type FencedBlock, fencedBlocks } from './fencedBlocks';

interface Place extends ReplySpan {
  readonly opens: number;
  readonly rule: string;
  readonly closed: boolean;
}

const diffWords = new Set(['diff', 'patch']);

/** The first `<diff>` or `<patch>`; without its end, to the end of the reply. */
const tagPlace = (reply: string): Place | null => {
  const found = /<(diff|patch)>(?:[ \t]*\r?\n)?/i.exec(reply);
  if (found === null) return null;
  const name = (found[1] ?? '').toLowerCase();
  const start = found.index + found[0].length;
  const close = reply.slice(start).search(new RegExp(`</${name}>`, 'i'));
  const rule = `the first <${name}> tag`;
  return { opens: found.index, start, end: close < 0 ? reply.length : start + close, rule, closed: close >= 0 };
};

const fencePlace = (block: FencedBlock | undefined, rule: (language: string) => string): Place | null =>
  block === undefined ? null : { ...block, rule: rule(block.language) };

/** A fence right inside a tag is a wrapping and no part of the patch. */
const unwrapped = (reply: string, place: Place): Place => {
  const [inner, ...others] = fencedBlocks(reply.slice(place.start, place.end));
  if (inner === undefined || others.length > 0) return place;
  const around = reply.slice(place.start, place.start + inner.opens);
  if (/\S/.test(around)) return place;
  return {
    ...place,
    start: place.start + inner.start,
    end: place.start + inner.end,
    rule: `${place.rule}, in its fence`,
  };
};

const earlier = (one: Place | null, other: Place | null): Place | null => {
  if (one === null || other === null) return one ?? other;
  return one.opens <= other.opens ? one : other;
};

const placeIn = (reply: string): Place => {
  const blocks = fencedBlocks(reply);
  const ofDiff = blocks.find(({ language }) => diffWords.has(language));
  const first = earlier(
    tagPlace(reply),
    fencePlace(ofDiff, (language) => `the first \`\`\`${language} block`),
  );
  const other = fencePlace(blocks[0], (language) => `the first block (\`\`\`${language})`);
  const whole: Place = { opens: 0, start: 0, end: reply.length, rule: 'the whole reply', closed: true };
  return unwrapped(reply, first ?? other ?? whole);
};

const judged = (reply: string, place: Place, cut: boolean): Extraction => {
  const text = reply.slice(place.start, place.end);
  if (!place.closed && cut) return failed('cut', `The reply was cut off by its length inside ${place.rule}.`);
  const { files } = parsePatch(text);
  if (files.some(({ hunks, kind, binary }) => hunks.length > 0 || kind !== 'modified' || binary !== null))
    return taken(
      reply,
      [place],
      place.rule,
      place.closed ? [] : [`${place.rule} has no end; all of the rest was taken.`],
    );
  const fault = place.rule === 'the whole reply' ? 'no-block' : 'not-an-answer';
  return failed(fault, `No patch: ${place.rule} holds no file's changes in the form of a diff.`);
};

/**
 * SWE-bench's order (`trajectories.md` C): the first `<diff>` or `<patch>` tag or ```diff or ```patch block, whichever comes
 * first; else the first other block; else the whole reply. What is found there must read as a patch.
 */
export const patchExtractor: Extractor = {
  name: 'swe-bench-diff',
  version: 1,
  extract: (reply: string, facts: ReplyFacts) => nothingSaid(reply, facts) ?? judged(reply, placeIn(reply), facts.cut),
};
