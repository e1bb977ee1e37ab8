import { parsePatch } from '../../../core/patch/parsePatch';
import type { PatchWarning, WarningKind } from '../../../core/patch/patch';
import type { RowLook } from '../rowFacts';
import { escapedOffsets } from '../text/escapedText';
import type { Span } from '../text/rowSheet';
import type { FaultCode } from './faultList';

const codes: Partial<Record<WarningKind, FaultCode>> = {
  noFinalNewline: 'patch-newline',
  crlf: 'patch-crlf',
  countsTooSmall: 'patch-counts',
  countsWrong: 'patch-counts',
  unsafePath: 'patch-path',
};

/** What git applies all the same is only said. */
const harmless: ReadonlySet<WarningKind> = new Set([
  'mail',
  'zeroContext',
  'fileTwice',
  'noPrefix',
  'submodule',
  'pathNotUtf8',
]);

/**
 * Problems of the patch in a field, each at its line inside the JSON string. `isAnswer`: a model's patch, which may be
 * empty, and then is no answer.
 */
export const patchFaults = (look: RowLook, field: string, isAnswer = false): void => {
  const patch = look.row[field];
  const value = look.fields.get(field)?.value;
  if (typeof patch !== 'string' || !value) return;
  if (patch === '') {
    if (isAnswer) look.found.add('empty-patch', 'warning', value, `${field} is empty: no verdict, not a wrong answer.`);
    return;
  }
  const { isPatch, warnings } = parsePatch(patch);
  if (!isPatch) {
    look.found.add('no-patch', 'warning', value, `${field} holds no change that could be applied.`);
    return;
  }
  const spans = lineSpans(look.text, value, patch, warnings);
  for (const [at, { kind, line, text }] of warnings.entries()) {
    const severity = harmless.has(kind) ? 'information' : 'warning';
    look.found.add(codes[kind] ?? 'patch', severity, spans[at] ?? value, `${field}, line ${line}: ${text}`, field);
  }
};

/** Start and end of the line of every warning in the decoded text; warnings come in the order of lines. */
const decodedLines = (patch: string, warnings: readonly PatchWarning[]): Span[] => {
  let [line, start] = [1, 0];
  return warnings.map((warning) => {
    for (; line < warning.line; line++) {
      const feed = patch.indexOf('\n', start);
      if (feed < 0) break;
      start = feed + 1;
    }
    const feed = patch.indexOf('\n', start);
    return { start, end: feed < 0 ? patch.length : feed };
  });
};

const lineSpans = (text: string, value: Span, patch: string, warnings: readonly PatchWarning[]): Span[] => {
  const lines = decodedLines(patch, warnings);
  // Two warnings of one line ask for its start again after its end.
  const wanted = [...new Set(lines.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const places = escapedOffsets(text, { start: value.start + 1, end: value.end - 1 }, wanted);
  const placeOf = new Map(wanted.map((offset, at) => [offset, places[at] ?? value.start]));
  return lines.map((line) => {
    const [start, end] = [placeOf.get(line.start) ?? value.start, placeOf.get(line.end) ?? value.end];
    return { start, end: Math.max(end, start + 1) };
  });
};
