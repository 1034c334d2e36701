import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { openCard } from '../../nav/card-actions.ts';
import { go } from '../../nav/router.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { undoToast } from '../../ui/undo-toast.tsx';
import { renewEnding } from './ending-actions.ts';
import { hidePractice, PRACTICE_TASKS, type PracticeTask, usePractice } from './practice-store.ts';
import { OverviewSection } from './section.tsx';
import { StepItem } from './step-item.tsx';

/** Opens the card of the client whose subscription ends first. */
const sellToFirst = async (): Promise<void> => {
  const ending = await callOrTell('overview.ending', { expiry: 'within-7' });
  const [first] = ending?.subscriptions ?? [];
  if (first === undefined) go('clients');
  else openCard(first.clientId);
};

const BEGIN: Readonly<Record<PracticeTask, () => void>> = {
  sell: () => void sellToFirst(),
  list: () => go('generator'),
  many: () => void renewEnding('within-7'),
};

/** Three tasks in the sandbox, VPN first: sell and send, make a list, renew many at once. */
export const PracticeTasks = () => {
  const { t } = useTranslation('overview');
  const { done, isHidden } = usePractice();
  if (isHidden || done.length === PRACTICE_TASKS.length) return null;
  const hide = () => {
    hidePractice(true);
    undoToast(t('practice.hidden'), () => hidePractice(false));
  };
  return (
    <OverviewSection
      title={t('practice.title')}
      end={
        <Button size="compact-sm" variant="subtle" color="gray" onClick={hide}>
          {t('steps.hide')}
        </Button>
      }
    >
      <ol>
        {PRACTICE_TASKS.map((task) => (
          <StepItem
            key={task}
            state={done.includes(task) ? 'done' : 'open'}
            title={t(`practice.${task}`)}
            text={t(`practice.${task}Text`)}
            action={
              <Button size="compact-sm" mt={6} onClick={BEGIN[task]}>
                {t(`practice.${task}Begin`)}
              </Button>
            }
          />
        ))}
      </ol>
    </OverviewSection>
  );
};
