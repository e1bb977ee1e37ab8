/** Name of a trajectory's file without what says that it is one. */
const stemOf = (name: string): string => name.replace(/\.(?:traj\.json|traj|json|jsonl)$/, '');

/**
 * Names under which the report on a trajectory's own patch stands in its folder: `<stem>.report.json`, and
 * `report.json` where the folder has the trajectory's name (`<id>/<id>.traj`). `folder`: the folder's own name.
 */
export const reportNames = (name: string, folder: string | null): readonly string[] => {
  const stem = stemOf(name);
  if (stem === name) return [];
  return [`${stem}.report.json`, ...(folder === stem ? ['report.json'] : [])];
};
