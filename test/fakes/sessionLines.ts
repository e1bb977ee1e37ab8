/** Lines of a Claude Code session: a question, then calls of the shell, each with its answer a line later. */
export const sessionLines = (calls: number, output: (index: number) => string = () => 'a.py'): readonly string[] => {
  const lines: object[] = [];
  const say = (type: string, message: object): void => {
    const at = lines.length;
    lines.push({
      ...{ type, uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}`, sessionId: 's', version: '2.0.0' },
      ...{ cwd: '/testbed', isSidechain: false, timestamp: new Date(1.7e12 + at * 1000).toISOString(), message },
    });
  };
  say('user', { role: 'user', content: 'Mend it.' });
  for (let index = 0; index < calls; index++) {
    const usage = { input_tokens: 10, output_tokens: 2 };
    const call = { type: 'tool_use', id: `t${index}`, name: 'Bash', input: { command: `ls ${index}` } };
    say('assistant', { id: `m${index}`, role: 'assistant', model: 'm', content: [call], usage });
    const answer = { type: 'tool_result', tool_use_id: `t${index}`, content: output(index) };
    say('user', { role: 'user', content: [answer] });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`);
};
