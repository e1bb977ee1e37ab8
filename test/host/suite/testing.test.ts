import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { testingFeature } from '../../../src/editor/features/testing';
import { spandrel } from '../../fakes/evaluatedStudy';
import { replacing } from './stubs';
import { itemOf, openSample, services, until } from './study';

interface Published {
  readonly test: vscode.TestItem;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly message: vscode.TestMessage | null;
}

/** The feature once more, with a controller of its own whose runs are written down: no stable API reads results back. */
class Watched {
  controller: vscode.TestController | undefined;
  published: readonly Published[] = [];
  runs = 0;
  readonly profiles: string[] = [];

  readonly create = (_id: string, label: string): vscode.TestController => {
    const controller = this.original('touchstone-watched', label);
    const { createTestRun, createRunProfile } = controller;
    controller.createRunProfile = (...args) => {
      this.profiles.push(args[0]);
      return createRunProfile.apply(controller, args);
    };
    controller.createTestRun = (...args) => this.watch(createTestRun.apply(controller, args));
    this.controller = controller;
    return controller;
  };

  private readonly original = vscode.tests.createTestController;

  private watch(run: vscode.TestRun): vscode.TestRun {
    this.published = [];
    const note = (state: Published['state']) => (test: vscode.TestItem, message?: unknown) => {
      this.published = [
        ...this.published,
        { test, state, message: message instanceof vscode.TestMessage ? message : null },
      ];
    };
    const end = () => {
      this.runs += 1;
      run.end();
    };
    return {
      ...run,
      appendOutput: () => {},
      passed: note('passed'),
      failed: note('failed'),
      skipped: note('skipped'),
      end,
    };
  }
}

describe('the Testing view', () => {
  const watched = new Watched();
  let feature: vscode.Disposable | undefined;
  before(async function () {
    this.timeout(180_000);
    await openSample();
    const all = await services();
    feature = await replacing(vscode.tests, 'createTestController', watched.create, async () => testingFeature(all));
  });
  after(() => feature?.dispose());

  /** Makes a run current, and gives FAIL_TO_PASS and PASS_TO_PASS as they then stand. */
  const show = async (pullRequest: number, run: string): Promise<readonly vscode.TestItem[]> => {
    const before = watched.runs;
    (await services()).current.set(await itemOf(pullRequest, run));
    await until(`results of ${run} on ${pullRequest}`, () => watched.runs > before);
    const root = watched.controller?.items.get(spandrel(pullRequest));
    assert.ok(root);
    return [...root.children].map(([, group]) => group);
  };
  const of = (state: Published['state']): readonly string[] =>
    watched.published.filter((each) => each.state === state).map(({ test }) => test.label);

  it('has FAIL_TO_PASS and PASS_TO_PASS of the current instance, with the stored results', async () => {
    const groups = await show(23, 'kestrel-1');
    assert.deepEqual(
      groups.map(({ label, children }) => [label, children.size]),
      [
        ['FAIL_TO_PASS', 1],
        ['PASS_TO_PASS', 33],
      ],
    );
    assert.equal(of('passed').length, 33);
    assert.deepEqual(of('skipped'), ['format: locale digits']);
    assert.ok(of('passed').includes('set: subtract two holes'));
    assert.ok(of('passed').includes('set: gaps '), 'an id lost its last blank');
    assert.deepEqual(of('failed'), []);
  });

  it('names its way of running after what it does: all required tests at once', async () => {
    assert.deepEqual(watched.profiles, ['Run All Required Tests in a Container']);
  });

  it('shows a failed test at the line of the log that decided it', async () => {
    await show(14, 'kestrel-1');
    assert.match(
      watched.controller?.items.get(spandrel(14))?.description ?? '',
      /^results of kestrel-1, swebench-v5(?:,|$)/,
    );
    assert.deepEqual(of('failed'), ['format: carries through minutes into an hour']);
    const location = watched.published.find(({ state }) => state === 'failed')?.message?.location;
    assert.ok(location);
    const log = await vscode.workspace.openTextDocument(location.uri);
    assert.match(log.lineAt(location.range.start.line).text, /^not ok .*carries through minutes/);
  });
});
