import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { emptyAnswers, type FormAnswers, withAnswer } from '../../../src/core/review/form/answers';
import { verdictRequest } from '../../../src/editor/panels/judged';
import { root } from '../root';
import { instanceTree, walk } from './instances';
import { itemOf, openSample, services } from './study';

const value = (given: string | number | boolean) => ({ given: { kind: 'value', value: given } }) as const;

/** The tests pass kestrel-1's fix of 23; this person has an input that comes out wrong. */
const wrong = (): FormAnswers => {
  const evidence = [
    { kind: 'text', input: '30-40, 10-20', expected: '0-10 20-30 40-100', got: '0-30 40-100' },
  ] as const;
  const answered = [
    ['correct', value(true)],
    ['general', { ...value(false), evidence }],
    ['complete', value('all')],
    ['side_effects', value(0)],
    ['same_as_gold', { ...value('differs_wrong'), evidence }],
    ['overall', value('wrong')],
  ] as const;
  const all = answered.reduce<FormAnswers>((answers, [id, given]) => withAnswer(answers, id, given), emptyAnswers);
  return { ...all, confidence: 5 };
};

const verify = (study: string): string =>
  execFileSync(process.execPath, [path.join(root, 'dist', 'cli.js'), 'verify', study], { encoding: 'utf8' });

/** What the tree says of kestrel-1's row on instance 23. */
const treeRow = async (): Promise<string> => {
  const { instanceId, run } = await itemOf(23, 'kestrel-1');
  const tree = await instanceTree();
  const found = (await walk(tree)).find(
    ({ node }) => node.kind === 'run' && node.instance.id === instanceId && node.run.key === run.key,
  );
  tree.dispose();
  return String(found?.item.description);
};

describe('a verdict', () => {
  let study = '';
  before(async function () {
    this.timeout(180_000);
    study = await openSample();
  });

  const open = async () => {
    const all = await services();
    return all.app.remote.openVerdict(await verdictRequest(all, await itemOf(23, 'kestrel-1')));
  };

  it('is refused while something is missing, and nothing is written', async () => {
    const { app } = await services();
    const item = await open();
    const answers = { ...wrong(), confidence: null };
    const result = await app.remote.submitVerdict({
      presentation: item.presentation,
      answers,
      activity: [],
      amends: null,
      confirmed: [],
    });
    assert.equal(result.kind, 'refused');
    assert.equal((await open()).saved, null);
  });

  it('stands beside the score: in the tree, on the page, in the chain', async () => {
    const { app, study: model } = await services();
    const item = await open();
    assert.equal(item.revealed, null, 'something is revealed before the verdict');
    const activity = [{ reason: 'keys', start: 0, end: 30_000 }] as const;
    const result = await app.remote.submitVerdict({
      presentation: item.presentation,
      answers: wrong(),
      activity,
      amends: null,
      confirmed: [],
    });
    assert.equal(result.kind, 'saved', JSON.stringify(result));
    await model.refreshVerdicts();
    assert.equal(await treeRow(), 'resolved · swebench-v5 · wrong · ≠');
    const page = await app.remote.instancePage({
      ...(await itemOf(23, 'kestrel-1')),
      studyFolder: study,
      rules: 'swebench-v5',
    });
    const row = page?.runs.find(({ key }) => key === 'kestrel-1');
    assert.deepEqual([row?.people, row?.differs, row?.outcomeWords], ['wrong', true, 'resolved']);
    assert.deepEqual([row?.rules, row?.why.split(':')[0]], ['swebench-v5', 'v5.resolved']);
    assert.match(verify(study), /1 chain, 0 findings/);
  });

  it('waits no more in the queue of its rater', async () => {
    const { study: model } = await services();
    const judged = model.verdictsOf((await itemOf(23, 'kestrel-1')).run);
    assert.deepEqual(
      judged.map(({ rater, overall }) => [rater, overall]),
      [['r1', 'wrong']],
    );
    const request = await verdictRequest(await services(), await itemOf(23, 'kestrel-1'));
    assert.equal(request.position, null);
  });

  it('is taken back by an event of its own; the first one stays', async () => {
    const { app, study: model } = await services();
    const item = await open();
    assert.ok(item.saved);
    const before = Number(/^(\d+) events/.exec(verify(study))?.[1]);
    const result = await app.remote.retractVerdict({
      presentation: item.presentation,
      event: item.saved.event,
      reason: 'a slip',
    });
    assert.equal(result.kind, 'saved');
    await model.refreshVerdicts();
    assert.equal(await treeRow(), 'resolved · swebench-v5');
    assert.ok(Number(/^(\d+) events/.exec(verify(study))?.[1]) > before);
    assert.match(verify(study), /0 findings/);
    assert.equal((await open()).history.filter(({ overall }) => overall === 'Wrong').length, 1);
  });
});
