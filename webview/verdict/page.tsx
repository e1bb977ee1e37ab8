import { formState } from '../../src/core/review/form/formState';
import type { VerdictItem } from '../../src/protocol/verdict';
import { Blocks } from './blocks';
import { Asked } from './criterion';
import type { Desk } from './desk';
import { itemOf } from './deskState';
import { Foot } from './foot';
import { Head } from './head';
import { PanelView } from './panels';
import { Revealed } from './revealed';
import { Suggestions } from './suggestions';

const ItemPage = ({ desk, item }: { desk: Desk; item: VerdictItem }) => {
  const { answers, mode, panel } = desk.state;
  const form = formState(item.rubric, answers, item.context);
  return (
    <>
      <div class="scroll" onScroll={() => desk.note('scroll')}>
        <Head desk={desk} item={item} form={form} />
        {mode !== 'rating' && <Revealed item={item} />}
        <Suggestions desk={desk} />
        <main aria-label={item.rubric.title} aria-busy={desk.state.busy}>
          {form.asked.map((asked) => (
            <Asked key={asked.id} desk={desk} item={item} asked={asked} />
          ))}
          <Blocks desk={desk} item={item} form={form} />
        </main>
        {mode === 'rating' && <Revealed item={item} />}
      </div>
      {panel && <PanelView desk={desk} item={item} panel={panel} />}
      <Foot desk={desk} nextStage={form.nextStage} />
    </>
  );
};

/** The whole view: an item's form, or why there is none. Data is only ever put in as text. */
export const Page = ({ desk }: { desk: Desk }) => {
  const { shown } = desk.state;
  const item = itemOf(desk.state);
  if (item || shown.kind === 'item') return item && <ItemPage desk={desk} item={item} />;
  const text = shown.kind === 'loading' ? 'Reading the item…' : shown.message;
  return (
    <p class="message" role={shown.kind === 'error' ? 'alert' : 'status'}>
      {text}
    </p>
  );
};
