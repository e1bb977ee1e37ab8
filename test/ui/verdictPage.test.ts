import type { Browser, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { FormAnswers } from '../../src/core/review/form/answers';
import { emptyAnswers } from '../../src/core/review/form/answers';
import { formState } from '../../src/core/review/form/formState';
import { keyOf } from '../../src/core/review/keys/optionKeys';
import type { Criterion, OptionValue, Rubric, TrainingExample } from '../../src/core/review/rubric/rubric';
import { shippedRubrics } from '../../src/core/review/rubric/shippedRubrics';
import type { Submission, VerdictItem } from '../../src/protocol/verdict';
import { findChromium, missingChromium } from '../host/browser';
import { rubricOf } from '../unit/core/review/patchReview';
import { openRig } from './pageRig';

const missing = findChromium() === null ? missingChromium : null;
if (missing) console.warn(`Tests of the verdict's page are left out: ${missing}`);

const panes = ['statement', 'repository', 'model', 'gold', 'comparison', 'tests', 'log', 'trajectory', 'test_patch'];

/** The points of a checklist that the first example answers, as the instance would bring them. */
const pointsOf = ({ criteria, training }: Rubric) => {
  const checklist = criteria.find(({ kind }) => kind === 'checklist');
  const answered = checklist && training[0]?.answers[checklist.id];
  return Object.keys((answered as Record<string, unknown> | undefined) ?? {}).map((id) => ({
    id,
    text: `point ${id}`,
  }));
};

const itemOf = (rubric: Rubric, more: Partial<VerdictItem> = {}): VerdictItem => ({
  ...{ subject: 's', presentation: 'p1', instanceId: 'samples__spandrel-23', label: 'A', queue: 'Mine' },
  ...{ position: { index: 2, total: 6 }, pace: { medianMs: 52_000, today: 5, leftMs: 240_000 } },
  ...{ statement: 'subtract takes a list of holes but only the first one is cut out.', hidden: ['judge'], shown: [] },
  ...{ rubric, rubricHash: 'd'.repeat(64), draft: null, saved: null, history: [], revealed: null, activeMs: 0 },
  context: { visible: panes, unit: {}, points: pointsOf(rubric) },
  unit: rubric.unit,
  ...more,
});

const place = (kind: string) => ({
  ...{ kind, path: 'src/set.js', side: kind === 'diff' ? 'model' : null, range: { start: 5, end: 5 } },
  ...{ contentHash: 'c'.repeat(64), contextHashes: [], label: `${kind} 5` },
});

/** A host that keeps what it is told; evidence at hand is `window.atHand`, saved items come back as they were given. */
const hostOf = (item: VerdictItem): string => `
const item = ${JSON.stringify(item)};
let waiting = true;
window.atHand = null;
window.host = {
  load: async () => ({ kind: 'item', item }),
  saveDraft: async () => ({ at: '2026-11-30T14:02:31Z' }),
  addEvidence: async () => window.atHand,
  stepEvidence: async ({ idx }) => ({ ...${JSON.stringify(place('step'))}, range: { start: idx, end: idx }, label: 'step ' + idx }),
  suggestions: async () => [{ mode: 'Inadequate testing', strength: 'weak', text: 'Nothing was run after the last edit.', steps: [7, 8] }],
  places: async ({ evidence }) => evidence.map(() => 'drifted'),
  showPanes: async () => null, openEvidence: async () => null, focusChanged: async () => null, openOther: async () => ({ kind: 'item', item }),
  submit: async ({ answers }) => window.answer ?? { kind: 'saved', item: { ...item, revealed: [{ name: 'Tests', value: 'resolved', mark: 'resolved', detail: null }],
    saved: { event: 'e1', at: '2026-11-30T14:02:31Z', answers } } },
  skip: async () => ({ kind: 'saved', item }),
  next: async () => ({ kind: 'none', message: 'The queue is empty' }),
};`;

/** What is answered at a place of the form, by the words at its top. */
interface Here {
  readonly title: string;
  readonly isWanted: boolean;
  /** Name of the text field that has the caret; null where none has. */
  readonly field: string | null;
}

describe.skipIf(missing !== null)('the verdict page', () => {
  let page: Page;
  let browser: Browser | undefined;
  afterEach(() => browser?.close());

  const open = async (item: VerdictItem, size = { width: 364, height: 900 }) => {
    ({ page, browser } = await openRig('verdict', hostOf(item), size));
    await page.locator('main').waitFor();
  };
  const asked = <T>(name: string): Promise<readonly T[]> =>
    page.evaluate(
      (wanted) =>
        (window as unknown as { asked: [string, unknown][] }).asked.flatMap(([one, argument]) =>
          one === wanted ? [argument] : [],
        ),
      name,
    ) as Promise<readonly T[]>;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const status = () => page.locator('[role=status][aria-live]').textContent();
  const hereOf = (): Promise<Here> =>
    page.evaluate(() => {
      const here = document.querySelector('[data-stop=here]');
      const active = document.activeElement;
      return {
        title: here?.querySelector('h3 span')?.firstChild?.textContent?.trim() ?? '',
        isWanted: here?.querySelector('.wanted') != null,
        field: active instanceof HTMLTextAreaElement ? (active.dataset['place'] ?? '') : null,
      };
    });
  /** Marks the place that a question takes, and adds it. */
  const addPlace = async ({ evidence: { kinds } }: Criterion) => {
    const kind = kinds.find((one) => one !== 'text') ?? 'diff';
    await page.evaluate((one) => {
      (window as unknown as { atHand: unknown }).atHand = one;
    }, place(kind));
    const before = await page.locator('.chip').count();
    await press('e');
    await expect.poll(() => page.locator('.chip').count()).toBe(before + 1);
  };
  const typeThree = async () => {
    for (const words of ['in', 'wanted', 'got']) {
      await page.keyboard.type(words);
      await press('Enter');
    }
  };

  const valueIn = (example: TrainingExample, criterion: Criterion, point: string | null): unknown => {
    const value = criterion.id === 'overall' ? example.overall : example.answers[criterion.id];
    return point === null ? value : (value as Readonly<Record<string, unknown>>)[point];
  };
  const keyFor = ({ options, kind }: Criterion, value: unknown): string => {
    if (value === 'na') return '-';
    const option = options.find((one) => one.value === (value as OptionValue));
    return (option && keyOf(options, kind, option)) ?? 'x';
  };

  /** One answer at the place where the form stands, by its key, with what it wants. */
  const answerHere = async (criterion: Criterion, value: unknown) => {
    if (criterion.kind === 'text' && criterion.evidence.min > 0) return addPlace(criterion);
    if (criterion.kind === 'text') {
      await press('Enter');
      await page.keyboard.type('words of it');
      return press('Enter');
    }
    const keys = Array.isArray(value) ? value.map((one) => keyFor(criterion, one)) : [keyFor(criterion, value)];
    await press(...keys);
    const { field, isWanted } = await hereOf();
    if (field?.startsWith('evidence ')) await typeThree();
    else if (isWanted) await addPlace(criterion);
    if (Array.isArray(value) && (await hereOf()).title === criterion.question) await press('j');
    return undefined;
  };

  /** Everything that the rubric asks, as its first example answers it, from the keyboard alone. */
  const rate = async (rubric: Rubric, example: TrainingExample) => {
    const points = pointsOf(rubric);
    for (let turn = 0; turn < 60; turn++) {
      const { title } = await hereOf();
      const point = points.find(({ text }) => text === title) ?? null;
      const criterion = point
        ? rubric.criteria.find(({ kind }) => kind === 'checklist')
        : [...rubric.criteria, rubric.overall].find(({ question }) => question === title);
      if (criterion) await answerHere(criterion, valueIn(example, criterion, point?.id ?? null));
      else if (title === 'How severe?') await press('2');
      else if (title.startsWith('Confidence')) await press('4');
      else if (title === 'Failure mode' && example.failureMode)
        await press(keyFor({ ...rubric.overall, ...rubric.failureMode, kind: 'choice' }, example.failureMode));
      else if (title === 'Note') {
        const before = await asked('showPanes');
        await press('Control+Enter');
        if ((await asked('showPanes')).length === before.length) return;
      } else await press('j');
      // A stage ends at its last question: there is no note yet.
      const isFirst = (await page.locator('.rubric', { hasText: 'stage 1' }).count()) > 0;
      if (isFirst && (await hereOf()).title === title) await press('Control+Enter');
    }
    throw new Error('The form does not come to its end.');
  };

  it.each(shippedRubrics)('rates by %s with keys alone: what is sent is what its example says', async (id) => {
    const rubric = rubricOf(id);
    const example = rubric.training[0];
    if (!example) throw new Error(`${id} has no example`);
    const item = itemOf(rubric);
    await open(item);
    await rate(rubric, example);
    for (const field of await page.locator('.contradiction textarea').all()) await field.fill('both are so');
    if ((await asked('submit')).length === 0) {
      await page.locator('textarea[data-place=note]').fill('why');
      await press('Control+Enter');
    }
    await expect.poll(async () => (await asked('submit')).length).toBe(1);
    const [{ answers }] = (await asked<Submission>('submit')) as readonly [Submission];
    expect(formState(rubric, answers, item.context).missing).toEqual([]);
    expect(answers.overall.given).toEqual({ kind: 'value', value: example.overall });
    // Several answers are kept in the rubric's order.
    const sorted = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted() : value);
    const said = (given: unknown) => {
      const { kind, value } = given as { readonly kind: string; readonly value?: unknown };
      return kind === 'value' ? sorted(value) : kind;
    };
    const words = rubric.criteria.filter(({ kind }) => kind === 'text').map((criterion) => criterion.id);
    for (const [criterion, value] of Object.entries(example.answers))
      if (!words.includes(criterion) && !(Array.isArray(value) && value.length === 0))
        expect([criterion, said(answers.criteria[criterion]?.given)]).toEqual([criterion, sorted(value)]);
    await expect.poll(status).toContain('Saved');
  });

  it('opens the next stage with what it shows, and fixes the answers of the one before', async () => {
    await open(itemOf(rubricOf('task-quality')));
    expect(await page.locator('.rubric').textContent()).toContain('stage 1 of 2');
    await press('0', '1', 'n', 'Control+Enter');
    await expect.poll(() => asked('showPanes')).toEqual([{ panes: ['gold', 'test_patch', 'tests'] }]);
    expect(await page.locator('.rubric').textContent()).toContain('stage 2 of 2');
    expect(await page.locator('main [role=radio]:disabled[aria-checked=true]').count()).toBe(3);
    await expect.poll(status).toContain('the answers before it are fixed');
  });

  it('asks an own confidence where a rubric does, and keeps it', async () => {
    const rubric = rubricOf('patch-review');
    const [first, ...rest] = rubric.criteria;
    if (!first) throw new Error('no criteria');
    await open(itemOf({ ...rubric, criteria: [{ ...first, confidence: true }, ...rest] }));
    await press('y');
    await expect.poll(async () => (await hereOf()).title).toBe('Confidence in this answer');
    await press('3');
    await expect.poll(async () => (await hereOf()).title).toBe(rest[0]?.question);
    await expect
      .poll(() => page.locator('[aria-label^="Confidence in: "] [aria-checked=true]').textContent())
      .toBe('3');
  });

  it('lets an optional question be passed, gives up with x, and skips with a reason alone', async () => {
    await open(itemOf(rubricOf('patch-review')));
    await press('x');
    await expect.poll(() => page.locator('[aria-label="Can\'t judge"][aria-checked=true]').count()).toBe(1);
    await press('s');
    await page.locator('textarea[data-place=skip]:focus').waitFor();
    await press('Enter');
    await page.locator('.messages', { hasText: 'Skipping needs a reason.' }).waitFor();
    await page.keyboard.type('no time');
    await press('Enter');
    await expect.poll(() => asked('skip')).toMatchObject([{ reason: 'no time' }]);
  });

  it('says what No needs, in the words of the rubric', async () => {
    await open(itemOf(rubricOf('patch-review')));
    await press('y', 'n', 'Escape', 'Control+Enter');
    await page
      .locator('.messages', { hasText: 'general: No needs an input, what you expected, what it gives.' })
      .waitFor();
  });

  it('keeps every answer where the disk is full, and says so', async () => {
    const rubric = rubricOf('patch-review');
    const said = 'Not saved: disk full. Draft kept in memory; free space, press again.';
    await open(itemOf(rubric));
    await page.evaluate((message) => {
      (window as unknown as { answer: unknown }).answer = { kind: 'notSaved', message };
    }, said);
    const example = rubric.training[0];
    if (example) await rate(rubric, example);
    await expect.poll(status).toContain(said);
    expect(await page.locator('main [aria-checked=true]').count()).toBeGreaterThan(4);
  });

  it('shows suggestions with their steps, ticks none, and makes a step evidence by one click', async () => {
    await open(itemOf(rubricOf('failure-analysis')));
    const add = page.locator('.suggestions button', { hasText: 'add step 7' });
    await add.waitFor();
    expect(await page.locator('main [aria-checked=true]').count()).toBe(0);
    await add.click();
    await page.locator('.chip', { hasText: 'step 7' }).waitFor();
    await add.click();
    await expect.poll(status).toContain('is there already');
    expect(await page.locator('.chip', { hasText: 'step 7' }).count()).toBe(1);
  });

  it('refuses evidence of a kind that the question does not take', async () => {
    await open(itemOf(rubricOf('failure-analysis')));
    await press('1');
    await page.evaluate((one) => {
      (window as unknown as { atHand: unknown }).atHand = one;
    }, place('diff'));
    await press('e');
    await expect.poll(status).toContain('Not added: this question takes a step.');
    expect(await page.locator('.chip').count()).toBe(0);
  });

  it('says that a marked place has drifted, and leaves it where it was', async () => {
    const rubric = rubricOf('patch-review');
    const draft = {
      ...emptyAnswers,
      criteria: {
        correct: {
          given: { kind: 'value', value: false },
          evidence: [place('diff')],
          severity: null,
          confidence: null,
        },
      },
    } as unknown as FormAnswers;
    await open(itemOf(rubric, { draft }));
    await page.locator('.chip', { hasText: 'diff 5 drifted' }).waitFor();
    await page.locator('.chip .link').click();
    await expect.poll(() => asked('openEvidence')).toMatchObject([{ range: { start: 5, end: 5 } }]);
  });

  it('says that the patch is another one, and opens the verdict on the old', async () => {
    const otherPatch = { patchHash: 'a'.repeat(64), at: '2026-11-30T14:02:31Z', now: 'b'.repeat(64) };
    await open(itemOf(rubricOf('patch-review'), { otherPatch, notice: 'patch-review rates BF; this item is TG.' }));
    expect(await page.locator('header').textContent()).toMatch(/Patch changed since your verdict.*aaaaaaaaaaaa/);
    expect(await page.locator('header').textContent()).toContain('this item is TG');
    await page.locator('.notice button').click();
    await expect.poll(async () => (await asked('openOther')).length).toBe(1);
  });

  it('lets an amendment change what a stage had fixed', async () => {
    const rubric = rubricOf('task-quality');
    const given = (value: OptionValue) => ({
      ...{ given: { kind: 'value', value }, evidence: [], severity: null, confidence: null },
    });
    const answers = {
      ...emptyAnswers,
      criteria: { underspecified: given(0), solution_leak: given('none'), outside_needed: given(false) },
      overall: given('keep'),
      lockedStages: ['statement'],
    } as unknown as FormAnswers;
    await open(itemOf(rubric, { saved: { event: 'e1', at: '2026-11-30T14:02:31Z', answers } }));
    expect(await page.locator('main [role=radio]:not(:disabled)').count()).toBe(0);
    await press('u');
    await page.keyboard.type('read it again');
    await press('Enter');
    await page.locator('textarea[data-place=amend]').waitFor();
    await page.locator('[role=radiogroup]').first().locator('[role=radio]').nth(1).click();
    await expect
      .poll(() => page.locator('[role=radiogroup]').first().locator('[aria-checked=true]').getAttribute('aria-label'))
      .toBe('1');
  });

  it('names every group of answers and what is chosen, and the chosen one has the focus', async () => {
    await open(itemOf(rubricOf('failure-analysis')));
    for (const group of await page.locator('[role=radiogroup], fieldset').all())
      expect(await group.getAttribute('aria-label')).toMatch(/\w{4}/);
    await press('2');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-checked'))).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('No: environment');
  });

  it.each([300, 182, 900])('stands in a view of %i px without being cut off at the side', async (width) => {
    for (const id of ['patch-review', 'failure-analysis'] as const) {
      await open(itemOf(rubricOf(id)), { width, height: 700 });
      await press('1', 'x');
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
          const { right } = element.getBoundingClientRect();
          return right > window.innerWidth + 1 ? [`${element.className} ${element.textContent?.slice(0, 30)}`] : [];
        }),
      );
      expect(wide).toEqual([]);
      await browser?.close();
    }
  });
});
