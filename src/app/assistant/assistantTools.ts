import { InputFault } from '../../core/shared/problem';
import type { AssistantTool } from './assistantTool';
import { comparePatchesTool } from './comparePatchesTool';
import { findInstancesTool } from './findInstances';
import { readResultTool } from './readResult';
import { readStepTool } from './readTrajectoryStep';
import { summariseTrajectoryTool } from './summariseTrajectory';

/** Everything that an assistant may ask, in the editor and on the command line alike. */
export const assistantTools: readonly AssistantTool[] = [
  findInstancesTool,
  readResultTool,
  summariseTrajectoryTool,
  readStepTool,
  comparePatchesTool,
];

/** Throws InputFault for a name that is none. */
export const assistantToolNamed = (name: string): AssistantTool => {
  const tool = assistantTools.find((each) => each.name === name);
  if (tool !== undefined) return tool;
  throw new InputFault(`There is no tool ${JSON.stringify(name.slice(0, 100))}.`);
};
