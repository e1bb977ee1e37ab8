// An agent in forty lines: it asks the model, runs what the model wants to have run, and ends when it wants nothing
// more. Every message is printed as it comes, a line of JSON each, which Touchstone opens as a trajectory.
const { spawnSync } = require('node:child_process');
const { readFileSync } = require('node:fs');

const [taskFile, model, turns] = process.argv.slice(2);
const base = process.env.OPENAI_BASE_URL;
const key = process.env.OPENAI_API_KEY;

const bash = {
  name: 'bash',
  description: 'Runs a command in the repository.',
  parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
};

const messages = [];
const say = (message) => {
  messages.push(message);
  console.log(JSON.stringify(message));
};

const ask = async () => {
  const body = JSON.stringify({ model, messages, tools: [{ type: 'function', function: bash }] });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const response = await fetch(`${base}/chat/completions`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
  const { role, content, tool_calls } = (await response.json()).choices[0].message;
  return tool_calls ? { role, content, tool_calls } : { role, content };
};

const run = ({ id, function: { arguments: text } }) => {
  const { command } = JSON.parse(text);
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8', timeout: 60_000 });
  say({ role: 'tool', tool_call_id: id, content: `exit code ${status}\n${stdout}${stderr}` });
};

const main = async () => {
  say({ role: 'system', content: 'You change the code of a repository with the tool bash.' });
  say({ role: 'user', content: readFileSync(taskFile, 'utf8') });
  for (let turn = 0; turn < Number(turns); turn++) {
    const reply = await ask();
    say(reply);
    if (!reply.tool_calls) return;
    for (const call of reply.tool_calls) run(call);
  }
  process.exitCode = 9;
};

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
