import { Box, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProxyList } from '#shared/contract/lists.ts';
import type { ScheduledChecks } from '#shared/contract/scheduled-checks.ts';
import { checkedProxies } from '#shared/domain/checked-lists.ts';
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

/** Says what the checks of a list on the schedule take, before the list is put on it. */
export const ChooseListDialog = () => {
  const list = useChosenForChecks((state) => state.list);
  return list === null ? null : <OpenDialog key={list.id} list={list} />;
};

const OpenDialog = ({ list }: { readonly list: ProxyList }) => {
  const { t } = useTranslation('checks');
  const format = useFormat();
  const now = useNow();
  const query = useQuery('scheduledChecks.get', {}, ['scheduledChecks.changed']);
  const add = useAction('scheduledChecks.addList');
  const confirm = async () => {
    const result = await add.run({ listId: list.id });
    if (!result.ok) return;
    closeChosenForChecks();
    const { nextAt } = result.value;
    const moment = nextAt === null ? '' : format.moment(nextAt, now);
    actionToast(t('schedule.added', { title: list.title, moment }), t('schedule.show'), () =>
      go('schedule', { filter: { tab: 'checks' } }),
    );
  };
  return (
    <ConfirmDialog
      opened
      title={t('schedule.choose.title')}
      confirmLabel={t('schedule.choose.confirm')}
      busy={add.busy}
      disabled={query.value === undefined}
      onConfirm={() => void confirm()}
      onCancel={closeChosenForChecks}
    >
      <Stack gap={12}>
        <p>{list.title}</p>
        <Answer query={query} height={160}>
          {(known) => <Costs list={list} known={known} />}
        </Answer>
        <ErrorNotice error={add.error} />
      </Stack>
    </ConfirmDialog>
  );
};

const Costs = ({ list, known }: { readonly list: ProxyList; readonly known: ScheduledChecks }) => {
  const { t } = useTranslation('checks');
  const how = useScheduledHow();
  const count = checkedProxies(list);
  const others = known.lists.filter(({ listId }) => listId !== list.id);
  const total = others.reduce((sum, { proxies }) => sum + proxies, count);
  return (
    <>
      <section aria-label={t('schedule.choose.each')}>
        <h3>{t('schedule.choose.each')}</h3>
        <Box component="dl" className="facts" mt={8}>
          <CheckCost count={count} how={how} traffic={list.recipe.poolType === null ? 'unknown' : 'bought'} />
        </Box>
      </section>
      {others.length === 0 ? null : (
        <section aria-label={t('schedule.round', { count: others.length + 1 })}>
          <h3>{t('schedule.round', { count: others.length + 1 })}</h3>
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
