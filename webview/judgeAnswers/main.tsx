import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { JudgeAnswersHostApi, JudgeAnswersShown, JudgeAnswersViewApi } from '../../src/protocol/evidencePages';
import { Answers } from '../kit/answers';
import { connect } from '../kit/connect';
import { NotShownWords } from '../kit/notShown';
import './main.css';

let show: (shown: JudgeAnswersShown) => void = () => {};
const ours: JudgeAnswersViewApi = {
  show: (shown) => {
    show(shown);
    return null;
  },
};
const host = connect<JudgeAnswersHostApi>(ours);

const App = () => {
  const [shown, setShown] = useState<JudgeAnswersShown | null>(null);
  useEffect(() => {
    show = setShown;
    void host.load(undefined).then(setShown, (error: unknown) => setShown({ kind: 'none', message: String(error) }));
  }, []);
  if (shown === null) return <p class="quiet">Reading the judges…</p>;
  if (shown.kind !== 'answers') return <NotShownWords shown={shown} />;
  const { item, answers, yours, questions } = shown;
  return (
    <main>
      <h2>
        {item} {yours === null && <span class="quiet">your answers stand beside once you have a verdict</span>}
      </h2>
      <Answers answers={answers} yours={yours} questions={questions} />
    </main>
  );
};

const place = document.getElementById('app');
if (place) render(<App />, place);
