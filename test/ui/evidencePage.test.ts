import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, missingChromium } from '../host/browser';
import { openRig } from './pageRig';

const missing = findChromium() === null ? missingChromium : null;
if (missing) console.warn(`Tests of the evidence pages are left out: ${missing}`);

const hostile =
  '<img src=x onerror="window.stung = true"><script>window.stung = true</script> \u001b[31mred\u001b[0m \u202Egnorw';

/** A value within a script of a page. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const answer = (more: object) => ({
  ...{
    judge: 'magpie',
    rubric: 'patch-review@1',
    label: 'right',
    overall: 'right',
    said: 'CORRECT',
    rationale: 'Fine.',
  },
  ...{ criteria: [], model: null, promptSha256: null, samples: null, saw: null, contradictions: [] },
  ...{ place: 'magpie.jsonl line 7', ...more },
});

const answersHost = `window.host = { load: async () => (${json({
  kind: 'answers',
  item: 'A, spandrel-23',
  answers: [
    answer({ rationale: hostile, contradictions: ['The text says wrong, the label is right.'] }),
    answer({
      ...{ judge: 'wren', overall: 'wrong', label: 'wrong', said: null, place: 'wren.jsonl line 7', model: 'gpt-5' },
      ...{
        promptSha256: 'ab'.repeat(32),
        saw: 'saw 6,000 of 9,403 characters (63%)',
        samples: '3 samples, 33% say otherwise',
      },
      criteria: [
        { id: 'correct', value: 'no', rationale: hostile },
        { id: 'side_effects', value: '0', rationale: null },
      ],
    }),
  ],
  yours: { overall: 'wrong', criteria: [{ id: 'correct', value: 'yes' }] },
  questions: { correct: 'Does it do what is asked?' },
})}) };`;

const test = (name: string, cell: string, more: object = {}) => ({
  name,
  cell,
  how: '',
  line: 12,
  gold: 'passed',
  ...more,
});

const testsHost = `
window.state = ${json({
  kind: 'tests',
  ...{ item: 'A, spandrel-14', hasLog: true, isJudged: true },
  evidence: {
    ...{ outcome: 'unresolved', outcomeWords: 'unresolved (swebench-v5)', why: 'v5.tests: 1 of 2' },
    ...{ gold: 'resolved (swebench-v5)', goldOutcome: 'resolved' },
    signs: [{ what: 'dns', line: 30, text: `getaddrinfo ${hostile}` }],
    groups: [
      {
        ...{ name: 'FAIL_TO_PASS', words: '1 of 2 tests passed' },
        notPassed: [test(hostile, 'failed', { line: 1204, how: 'found by its beginning' })],
        passed: [test('format: carries', 'passed')],
      },
      { name: 'PASS_TO_PASS', words: 'none', notPassed: [], passed: [] },
    ],
  },
})};
window.host = { load: async () => window.state, openLog: async () => null, addEvidence: async () => null };`;

/** What would colour a terminal or turn a line round. */
const steers = /[^\P{Cc}\n]|\p{Bidi_Control}/u;

const asked = (page: Page, name: string) =>
  page.evaluate(
    (wanted) => (window as unknown as { asked: [string, unknown][] }).asked.filter(([each]) => each === wanted),
    name,
  );

/** What the host sends to a page that is open. */
const show = (page: Page, shown: object) =>
  page.evaluate(
    (argument) => window.postMessage({ rpc: 'call', id: 1, name: 'show', argument }, '*'),
    shown as Record<string, unknown>,
  );

const stung = (page: Page) => page.evaluate(() => Reflect.get(window, 'stung') ?? null);

describe.skipIf(missing !== null)("the view of judges' answers", () => {
  let page: Page;
  let browser: Browser;
  beforeAll(async () => {
    ({ page, browser } = await openRig('judgeAnswers', answersHost, { width: 900, height: 320 }));
    await page.getByRole('article').first().waitFor();
  });
  afterAll(() => browser?.close());

  it('shows what a judge wrote as text: no markup, no colours, nothing turned round', async () => {
    const rationale = page.locator('.rationale').first();
    expect(await rationale.textContent()).toContain('<script>window.stung = true</script> ␛[31mred');
    expect(await page.locator('article img, article script').count()).toBe(0);
    expect(await page.locator('#app').textContent()).not.toMatch(steers);
    expect(await stung(page)).toBeNull();
  });

  it('holds your answers beside the judge, criterion by criterion, and marks what differs', async () => {
    const wren = page.getByRole('article', { name: 'Judge wren: wrong' });
    const rows = await wren.getByRole('row').allInnerTexts();
    expect(rows.map((row) => row.replace(/\s+/g, ' ').trim())).toEqual([
      'Criterion Judge You',
      expect.stringMatching(/^Does it do what is asked\?.* no yes ≠$/),
      'side_effects 0 not asked',
    ]);
    expect(await wren.locator('h3').textContent()).not.toContain('≠');
    expect(await page.getByRole('article', { name: 'Judge magpie: right' }).locator('h3').textContent()).toContain('≠');
  });

  it('says what it saw, of which model and prompt, and where text and label disagree', async () => {
    const known = await page.getByRole('article', { name: 'Judge wren: wrong' }).locator('.known li').allInnerTexts();
    expect(known).toEqual([
      'Model gpt-5',
      'Prompt abababababab',
      'Saw 6,000 of 9,403 characters (63%)',
      '3 samples, 33% say otherwise',
      'From wren.jsonl line 7',
    ]);
    expect(await page.locator('.contradiction').textContent()).toContain('Text and label disagree.');
  });

  it('is shut until the verdict, and says by which rule', async () => {
    const rule = 'The study file says blinding.judge: after-verdict.';
    await show(page, { kind: 'hidden', title: 'Hidden until you submit', rule });
    await page.getByText('Hidden until you submit').waitFor();
    expect(await page.locator('#app').textContent()).toBe(`Hidden until you submit${rule}`);
  });
});

describe.skipIf(missing !== null)('the view of required tests', () => {
  let page: Page;
  let browser: Browser;
  beforeAll(async () => {
    ({ page, browser } = await openRig('requiredTests', testsHost, { width: 900, height: 320 }));
    await page.getByRole('row').first().waitFor();
  });
  afterAll(() => browser?.close());

  it('folds what passed behind its count', async () => {
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: '1 passed' }).click();
    expect(await page.getByRole('row').count()).toBe(3);
    await page.getByRole('button', { name: 'Fold what passed' }).click();
    expect(await page.getByRole('row').count()).toBe(2);
  });

  it('opens the log at the line, and adds the line as evidence while the item is judged', async () => {
    await page.getByRole('button', { name: /^Line 1204 of the log/ }).click();
    await page.getByRole('button', { name: /^Add line 30 as evidence: dns/ }).click();
    expect(await asked(page, 'openLog')).toEqual([['openLog', { line: 1204 }]]);
    expect(await asked(page, 'addEvidence')).toEqual([['addEvidence', { line: 30 }]]);
  });

  it('shows names and lines of the log as text', async () => {
    expect(await page.locator('#app').textContent()).toContain('getaddrinfo <img src=x');
    expect(await page.locator('#app').textContent()).not.toMatch(steers);
    expect(await stung(page)).toBeNull();
  });

  it('says what gold gives, and offers no evidence where nothing is judged', async () => {
    expect(await page.locator('main').textContent()).toContain('Gold: resolved (swebench-v5)');
    await page.evaluate(() => {
      const state = Reflect.get(window, 'state');
      window.postMessage({ rpc: 'call', id: 2, name: 'show', argument: { ...state, isJudged: false } }, '*');
    });
    await page
      .getByRole('button', { name: /^Add line/ })
      .first()
      .waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /^Line 1204/ }).count()).toBe(1);
  });
});
