import { Button, Group, Radio, Textarea } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase, Settlement } from '#shared/contract/purchases.ts';
import { isSettledAs, settleProblem } from '#shared/domain/journal.ts';
import { call } from '../../bridge/desk.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { asTyped } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/notice.tsx';

/** Shows the user's decision about a purchase that evidence could not settle, with its time and reason. */
export const SettledByHand = ({ purchase }: { readonly purchase: Purchase }) =>
  purchase.basis === 'user' ? (
    <Notice apart tone="mute" actions={canSettle(purchase) ? <SettleByHand purchase={purchase} /> : null}>
      <div className="paragraphs selectable">
        <SettledText purchase={purchase} />
      </div>
    </Notice>
  ) : null;

/** Shows only the paragraphs of the decision. */
export const SettledText = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const last = purchase.settlements.at(-1);
  if (last === undefined) return null;
  return (
    <>
      <p>{t(`settle.by.${last.verdict}`, { time: format.dateTime(last.at) })}</p>
      <p>{t('settle.because', { reason: last.reason })}</p>
      <p>{t('settle.noProof')}</p>
    </>
  );
};

/** Whether the user may decide. If the service still has time to answer, the core says so on the attempt. */
export const canSettle = (purchase: Purchase): boolean => settleProblem(purchase, 0) === null;

/** The button and the dialog with which the user settles an outcome. */
export const SettleByHand = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation('ledger');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="compact-sm" leftSection={<IconUserCheck size={14} aria-hidden />} onClick={() => setOpened(true)}>
        {t(purchase.basis === 'user' ? 'settle.change' : 'settle.open')}
      </Button>
      {opened ? <SettleDialog purchase={purchase} onClose={() => setOpened(false)} /> : null}
    </>
  );
};

const VERDICTS = ['charged', 'not-charged'] as const satisfies readonly Settlement['verdict'][];

interface SettleDialogProps {
  readonly purchase: Purchase;
  readonly onClose: () => void;
}

const SettleDialog = ({ purchase, onClose }: SettleDialogProps) => {
  const { t } = useTranslation('ledger');
  const possible = VERDICTS.filter((one) => !isSettledAs(purchase, one));
  // Nothing is preselected where there is a choice, because a guess must not become a record.
  const first: Settlement['verdict'] | null = (possible.length === 1 ? possible[0] : null) ?? null;
  const form = useForm({ initial: { verdict: first, reason: '' }, read: asTyped });
  const { verdict } = form.values;
  const settle = async () => {
    if (verdict === null) return;
    await form.submit(({ reason }) => call('purchases.settle', { purchaseId: purchase.id, verdict, reason }), onClose);
  };
  return (
    <ConfirmDialog
      opened
      title={t('settle.title')}
      confirmLabel={verdict === null ? t('settle.confirm') : t(`settle.confirmAs.${verdict}`)}
      busy={form.busy}
      disabled={verdict === null}
      onConfirm={() => void settle()}
      onCancel={onClose}
    >
      <div className="paragraphs">
        <p>{t('settle.text')}</p>
        {purchase.resolution === null && purchase.outcome === 'open' ? <p>{t('settle.checkFirst')}</p> : null}
      </div>
      <Radio.Group
        mt="md"
        label={t('settle.verdict')}
        value={verdict}
        onChange={(next) => form.change({ verdict: next })}
      >
        {VERDICTS.map((one) => (
          <Group key={one} gap={0} wrap="nowrap" justify="space-between" mih={28}>
            <Radio value={one} label={t(`settle.verdicts.${one}`)} disabled={!possible.includes(one)} />
          </Group>
        ))}
      </Radio.Group>
      <Textarea
        mt="md"
        label={t('settle.reason')}
        description={t('settle.reasonHelp')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.input('reason')}
      />
      <ErrorNotice error={form.error} />
    </ConfirmDialog>
  );
};
