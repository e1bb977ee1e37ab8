/** What a judge's text says against its label, with the sentence that says it. A hint for a person, never a correction. */
export interface TextHint {
  readonly says: 'right' | 'wrong';
  /** As it stands in the text, at most 300 characters. */
  readonly sentence: string;
  readonly rule: 'in so many words' | 'ends with a defect' | 'ends with praise alone';
}

const longest = 20_000;

const sentencesOf = (text: string): readonly string[] =>
  text
    .slice(-longest)
    .split(/(?<=[.!?]["')\]]?)\s+(?=["'`([]?[A-Z0-9`])|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[a-z]/i.test(sentence));

const between =
  '(?: (?:still|now|therefore|thus|simply|clearly|plainly|also|both|all|fully|correctly|properly|entirely))*';

/** A defect, said as a fact of today. */
const defect = new RegExp(
  [
    `\\b(?:is|are|stays|stay|remains|remain|comes out|come out)${between} (?:wrong|incorrect|broken|unfixed|incomplete|faulty|not (?:correct|right|fixed|handled|solved|complete|met))\\b`,
    `\\b(?:isn't|aren't|is not|are not)${between} (?:correct|right|fixed|handled|solved|complete|met)\\b`,
    `\\b(?:fails to|fails (?:on|for|in|with|when|if)|breaks|violates)\\b`,
    `\\b(?:doesn't|does not|won't|will not|don't|do not) (?:work|fix|solve|handle|satisfy|pass|meet)\\b`,
    `\\b(?:no|not a) (?:real |proper |complete )?(?:fix|solution)\\b`,
  ].join('|'),
  'i',
);

/** Words beside which, in the same clause, a defect is none: it is denied, supposed, of the past, or of something else. */
const notMeant =
  /\b(?:no longer|nothing|none|never|neither|without|was|were|had|used to|before|previously|original(?:ly)?|if|unless|would|could|might|may|should|whether|claims?|suggests?|instead of|tests?|outside|unrelated|only in)\b/i;

const praise = new RegExp(
  [
    `\\b(?:is|are)${between} (?:handled|fixed|solved|resolved|covered|correct|right|complete|met|satisfied|addressed)\\b`,
    `\\b(?:fixes|solves|resolves|satisfies|meets|addresses|handles) (?:the|all|both|every)\\b`,
    `\\bworks? (?:as|correctly|for all|for both|in all|in both)\\b`,
    `\\bcomes? out as (?:asked|expected)\\b`,
    `\\ba (?:complete|correct|thorough|sound|good|full) (?:fix|solution|change|patch)\\b`,
  ].join('|'),
  'i',
);

/** Signs that a text weighs one thing against another; such a text is left alone. */
const weighs =
  /\b(?:but|however|although|though|yet|except|only|still|unfortunately|while|whereas|instead|alone|apart from|nothing else|lacks?|missing|misses|missed|loses?|wrong|incorrect|incomplete|hides|replaces)\b/i;

/** The label that the text names; null where it names none, `both` where it names each. */
const inWords = (text: string): TextHint | 'both' | null => {
  const found = [
    ...text.matchAll(
      /\b(?:answer|verdict|conclusion|overall|rating|label|judge?ment)(?: is|:| would be| must be| should be)[ "'*`]*(right|correct|wrong|incorrect)\b/gi,
    ),
  ];
  const said = new Set(found.map(([, word]) => (/^(?:right|correct)$/i.test(word ?? '') ? 'right' : 'wrong')));
  const [says] = said;
  if (says === undefined || said.size > 1) return says === undefined ? null : 'both';
  return { says, sentence: (found.at(-1)?.[0] ?? '').slice(0, 300), rule: 'in so many words' };
};

const statesDefect = (sentence: string): boolean =>
  sentence
    .split(/[,;:]|\b(?:so|thus|therefore|and|but)\b/i)
    .some((clause) => defect.test(clause) && !notMeant.test(clause));

const cut = (sentence: string): string => (sentence.length > 300 ? `${sentence.slice(0, 299)}…` : sentence);

/**
 * Where a judge's text contradicts its label `right` or `wrong`; null where no rule finds it. The rules, in their order:
 *
 * 1. The text names the label in so many words ("the verdict is wrong"), once or always the same.
 * 2. The label is right and the last sentence states a defect of today ("the result is wrong", "doesn't handle") without
 *    denying or supposing it.
 * 3. The label is wrong, the last sentence says that what was asked is done ("is handled", "comes out as asked"), and the
 *    whole text states no defect and weighs nothing against it ("but", "only", "misses").
 *
 * English alone. They find what is plain and miss what is argued: of nothing found nothing follows.
 */
export const textAgainstLabel = (text: string, label: 'right' | 'wrong'): TextHint | null => {
  const worded = inWords(text.slice(-longest));
  if (worded !== null) return worded === 'both' || worded.says === label ? null : worded;
  const last = sentencesOf(text).at(-1) ?? '';
  if (label === 'right' && statesDefect(last))
    return { says: 'wrong', sentence: cut(last), rule: 'ends with a defect' };
  const isPraise = praise.test(last) && !/\b(?:not|n't|never|none|if|would|should)\b|n't\b/i.test(last);
  if (label === 'wrong' && isPraise && !weighs.test(text) && !defect.test(text))
    return { says: 'right', sentence: cut(last), rule: 'ends with praise alone' };
  return null;
};

/** The same in a sentence for people. */
export const hintWords = ({ says, sentence }: TextHint, label: string): string =>
  `The text says ${says} ("${sentence}"), the label is ${label}.`;
