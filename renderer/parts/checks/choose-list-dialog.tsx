import { Box, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListsToCheck, ScheduledChecks } from '#shared/contract/scheduled-checks.ts';
import { CHECKED_LISTS } from '#shared/domain/checked-lists.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { Answer } from '../../ui/answer.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { actionToast } from '../../ui/undo-toast.tsx';
import { useNow } from '../../ui/use-now.ts';
import { CheckCost, useScheduledHow } from './before-check.tsx';
import { checkRhythmText } from './check-rhythm-text.ts';
import { closeChosenForChecks, useChosenForChecks } from './choose-list-store.ts';

/** Says what the checks of lists on the schedule take, before the lists are put on it. */
export const ChooseListDialog = () => {
  const listIds = useChosenForChecks((state) => state.listIds);
  return listIds === null ? null : <OpenDialog key={listIds.join()} listIds={listIds} />;
};

const OpenDialog = ({ listIds }: { readonly listIds: readonly number[] }) => {
  const { t } = useTranslation('checks');
  const format = useFormat();
  const now = useNow();
  const plan = useQuery('scheduledChecks.previewLists', { listIds: [...listIds] }, [
    'scheduledChecks.changed',
    'lists.changed',
  ]);
  const schedule = useQuery('scheduledChecks.get', {}, ['scheduledChecks.changed']);
  const title = useQuery('lists.get', listIds.length === 1 ? { listId: listIds[0] ?? 0 } : null).value?.title;
  const add = useAction('scheduledChecks.addLists');
  const count = plan.value?.listIds.length;
  const confirm = async () => {
    const result = await add.run({ listIds: [...listIds] });
    if (!result.ok) return;
    closeChosenForChecks();
    const { nextAt, added } = result.value;
    const moment = nextAt === null ? '' : format.moment(nextAt, now);
    const text =
      title === undefined ? t('schedule.addedMany', { count: added, moment }) : t('schedule.added', { title, moment });
    actionToast(text, t('schedule.show'), () => go('schedule', { filter: { tab: 'checks' } }));
  };
  const question =
    count === 0
      ? t('schedule.choose.none')
      : listIds.length === 1
        ? t('schedule.choose.title')
        : t('schedule.choose.titleMany', { count: count ?? listIds.length });
  return (
    <ConfirmDialog
      opened
      title={question}
      confirmLabel={t('schedule.choose.confirm')}
      busy={add.busy}
      disabled={schedule.value === undefined || plan.value === undefined || count === 0}
      onConfirm={() => void confirm()}
      onCancel={closeChosenForChecks}
    >
      <Stack gap={12}>
        {title === undefined ? null : <p>{title}</p>}
        <Answer query={plan} height={160}>
          {(wanted) => (
            <>
              {wanted.listIds.length === 0 ? null : (
                <Answer query={schedule} height={160}>
                  {(known) => <Costs wanted={wanted} known={known} />}
                </Answer>
              )}
              <LeftOut wanted={wanted} />
            </>
          )}
        </Answer>
        <ErrorNotice error={add.error} />
      </Stack>
    </ConfirmDialog>
  );
};

interface CostsProps {
  readonly wanted: ListsToCheck;
  readonly known: ScheduledChecks;
}

const Costs = ({ wanted, known }: CostsProps) => {
  const { t } = useTranslation('checks');
  const how = useScheduledHow();
  const count = wanted.listIds.length;
  const others = known.lists.filter(({ listId }) => !wanted.listIds.includes(listId));
  const total = others.reduce((sum, { proxies }) => sum + proxies, wanted.proxies);
  const each = count === 1 ? t('schedule.choose.each') : t('schedule.round', { count });
  return (
    <>
      <section aria-label={each}>
        <h3>{each}</h3>
        <Box component="dl" className="facts" mt={8}>
          <CheckCost count={wanted.proxies} how={how} traffic={wanted.isBought ? 'bought' : 'unknown'} />
        </Box>
      </section>
      {others.length === 0 ? null : (
        <section aria-label={t('schedule.round', { count: others.length + count })}>
          <h3>{t('schedule.round', { count: others.length + count })}</h3>
          <Box component="dl" className="facts" mt={8}>
            <CheckCost count={total} how={how} traffic="unknown" />
          </Box>
        </section>
      )}
      <p>
        {checkRhythmText(known, t)} {t('schedule.choose.alert')}
      </p>
      <Notice tone="info">{t('before.login')}</Notice>
    </>
  );
};

/** Names the lists that are not put on the schedule, each with its reason. */
const LeftOut = ({ wanted: { leftOut, unnamed } }: { readonly wanted: ListsToCheck }) => {
  const { t } = useTranslation('checks');
  if (leftOut.length === 0) return null;
  return (
    <Notice tone="warn">
      {t('schedule.choose.leftOut', { count: leftOut.length + unnamed })}
      <ul>
        {leftOut.map(({ listId, title, reason }) => (
          <li key={listId}>{t(`schedule.notAdded.${reason}`, { title, ...CHECKED_LISTS })}</li>
        ))}
        {unnamed === 0 ? null : <li>{t('schedule.choose.more', { count: unnamed })}</li>}
      </ul>
    </Notice>
  );
};
