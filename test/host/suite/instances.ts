import type * as vscode from 'vscode';
import type { InstanceNode } from '../../../src/editor/views/instanceNodes';
import { InstanceTree } from '../../../src/editor/views/instanceTree';
import { services } from './study';

/** A tree of its own over the open study, as the Instances view has one. */
export const instanceTree = async (): Promise<InstanceTree> => {
  const { study, app } = await services();
  return new InstanceTree(study, app);
};

export interface Shown {
  readonly node: InstanceNode;
  readonly item: vscode.TreeItem;
}

/** Every node of the Instances view with its item, top to bottom. */
export const walk = async (tree: InstanceTree, node?: InstanceNode): Promise<Shown[]> => {
  const shown: Shown[] = [];
  for (const child of await tree.getChildren(node))
    shown.push({ node: child, item: tree.getTreeItem(child) }, ...(await walk(tree, child)));
  return shown;
};
