import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconFolder, IconFolderSearch, IconPencil, IconRefresh, IconWand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ScheduledList } from '#shared/contract/scheduled-lists.ts';
import { CHOSEN_LAYOUT_PROBLEMS, isTrouble, type ScheduleTrouble } from '#shared/domain/scheduled-lists.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useTexts } from '../../i18n/use-language.ts';
import { useChosenActions } from '../../nav/chosen-store.ts';
import { layoutNameOf } from '../../parts/lists/layout-choices.ts';
import { openDraft } from '../../parts/runs/draft-store.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Fact } from '../../ui/fact.tsx';
import { ActionButton } from '../../ui/menu-action.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ScheduleHistory } from './schedule-history.tsx';
import { nextOf, rhythmOf, scheduleTitleOf, whomOf } from './schedule-text.ts';
import { chooseFolder, useScheduleActions } from './use-schedule-actions.ts';

interface ScheduleCardProps {
  readonly scheduleId: number;
  readonly onClose: () => void;
}

/** Shows one schedule beside the grid: its next time, what it waits for, and its earlier lists. */
export const ScheduleCard = ({ scheduleId, onClose }: ScheduleCardProps) => {
  const { t } = useTranslation('scheduledLists');
  const query = useQuery('scheduledLists.get', { scheduleId }, ['scheduledLists.changed', 'layouts.changed']);
  if (query.error?.kind === 'not-found') return <Gone onClose={onClose} text={t('gone')} />;
  if (query.value !== undefined) return <Card schedule={query.value} onClose={onClose} />;
  if (query.error === undefined) return <Skeleton height={44} m={16} />;
  return <ErrorNotice error={query.error} onRetry={query.reload} />;
};

const Gone = ({ text, onClose }: { readonly text: string; readonly onClose: () => void }) => {
  const { t } = useTranslation('scheduledLists');
  return (
    <>
      <CardHead title={t('detail')} closeLabel={t('close')} onClose={onClose} />
      <Stack gap={12} py={12} px={16}>
        <Notice tone="mute">{text}</Notice>
      </Stack>
    </>
  );
};

const Card = ({ schedule, onClose }: { readonly schedule: ScheduledList; readonly onClose: () => void }) => {
  const { t } = useTranslation(['scheduledLists', 'premium', 'common', 'runLists', 'lists', 'handover']);
  const format = useFormat();
  const now = useNow();
  const words = useTexts();
  const title = scheduleTitleOf(schedule, t);
  const make = useAction('scheduledLists.makeNow');
  const { id: scheduleId, recipe, keep, output } = schedule;
  const actions = useScheduleActions()(schedule);
  useChosenActions(title, actions);
  return (
    <>
      <CardHead title={title} closeLabel={t('close')} onClose={onClose} />
      <Stack gap={12} py={12} px={16}>
        <Waits schedule={schedule} onTry={() => void make.run({ scheduleId })} busy={make.busy} />
        <dl className="facts" style={{ gap: '4px 12px' }}>
          <Fact name={t('columns.next')}>{nextOf(schedule, now, t, format)}</Fact>
          <Fact name={t('columns.rhythm')}>{rhythmOf(schedule, t)}</Fact>
          <Fact name={t('columns.whom')}>{whomOf(schedule, t)}</Fact>
          <Fact name={t('what')}>
            {[
              t(`premium:pools.${recipe.poolType}`),
              recipe.countries.join(', ').toUpperCase(),
              t('handover:lines', { count: recipe.quantity }),
              output.layout === undefined
                ? t('formatOf', { formatId: recipe.formatId })
                : t('layoutOf', { name: layoutNameOf(output.layout, words) }),
            ].join(' · ')}
          </Fact>
          <Fact name={t('runLists:output.label')}>{t(`runLists:output.${output.mode}`)}</Fact>
          <Fact name={t('keep.label')}>{keep === null ? t('keep.all') : t('keep.last', { count: keep })}</Fact>
          <Fact name={t('columns.folder')}>
            <span className="selectable">{schedule.folder}</span>
            <br />
            <TextLink onGo={() => void chooseFolder(scheduleId)}>{t('otherFolder')}</TextLink>
          </Fact>
        </dl>
        <Group gap={6}>
          <ServiceButton
            leftSection={<IconWand size={15} aria-hidden />}
            loading={make.busy}
            onClick={() => void make.run({ scheduleId })}
          >
            {t('makeNow')}
          </ServiceButton>
          {actions.slice(1).map((action) => (
            <ActionButton key={action.label} action={action} />
          ))}
        </Group>
        <ErrorNotice error={make.error} />
        <ScheduleHistory scheduleId={scheduleId} />
      </Stack>
    </>
  );
};

/** The problems that another folder does not solve. */
const OF_THE_SCHEDULE: ReadonlySet<ScheduleTrouble> = new Set([
  'no-clients',
  'too-many-clients',
  ...CHOSEN_LAYOUT_PROBLEMS,
]);

interface WaitsProps {
  readonly schedule: ScheduledList;
  readonly onTry: () => void;
  readonly busy: boolean;
}

/** Says what blocks the schedule, and what helps. */
const Waits = ({ schedule, onTry, busy }: WaitsProps) => {
  const { t } = useTranslation(['scheduledLists', 'runLists']);
  const { id, folderChosen, layoutProblem, last } = schedule;
  const choose = (
    <Button leftSection={<IconFolderSearch size={15} aria-hidden />} onClick={() => void chooseFolder(id)}>
      {t('otherFolder')}
    </Button>
  );
  if (!folderChosen) {
    return (
      <Notice
        tone="warn"
        icon={IconFolder}
        actions={
          <Button variant="filled" onClick={() => void chooseFolder(id)}>
            {t('form.choose')}
          </Button>
        }
      >
        {t('restored')}
      </Notice>
    );
  }
  if (layoutProblem !== null) {
    return (
      <Notice
        tone="bad"
        actions={
          <Button
            leftSection={<IconPencil size={15} aria-hidden />}
            onClick={() => openDraft('schedule', [], 'schedule', { scheduleId: id })}
          >
            {t('edit')}
          </Button>
        }
      >
        {t(`troubles.${layoutProblem}`)}
      </Notice>
    );
  }
  if (last?.state !== 'waits' || last.problem === null) return null;
  const { problem } = last;
  const again = (
    <Button leftSection={<IconRefresh size={15} aria-hidden />} loading={busy} onClick={onTry}>
      {t('tryAgain')}
    </Button>
  );
  if (!isTrouble(problem)) {
    return <Notice tone="info">{t('later', { why: t(`runLists:problems.${problem}`) })}</Notice>;
  }
  const isPlace = !OF_THE_SCHEDULE.has(problem);
  return (
    <Notice
      tone="bad"
      actions={
        <>
          {isPlace ? choose : null}
          {again}
        </>
      }
    >
      {t(`troubles.${problem}`)}
    </Notice>
  );
};
