import { Button, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PurchasesDetail, Run } from '#shared/contract/runs.ts';
import { parseRoubles } from '#shared/domain/money.ts';
import { ok } from '#shared/result.ts';
import { call } from '../../../bridge/desk.ts';
import { useNoService } from '../../../bridge/service-gap.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/words.ts';
import { bulkView } from '../../../parts/products/index.ts';
import { Unguarded } from '../../../parts/shared-desk/unguarded.tsx';
import { amountText } from '../../../ui/amount-text.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { type Read, unreadable } from '../../../ui/form/form-state.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { MoneyButton } from '../../../ui/money-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ServiceHint } from '../../../ui/service-hint.tsx';
import { useUnsaved } from '../../../ui/use-escape.ts';
import styles from '../run.module.css';

interface StartFormProps {
  readonly run: Run;
  readonly detail: PurchasesDetail;
  /** Present if a run is resumed. */
  readonly onBack?: () => void;
  readonly onStarted?: () => void;
}

/** The label of the button that spends: the whole action and its price. */
const useActionText = (): ((detail: PurchasesDetail) => string) => {
  const words = useWords();
  return ({ counts: { waiting: count }, remainingKopecks, params }) => {
    const price = words.format.roublesShort(remainingKopecks);
    return bulkView(params.kind).startText(params, { count, price }, words);
  };
};

/** Whether charges are waiting, cost no more than agreed, and are covered by the balance as far as it is known. */
const isCovered = (now: PurchasesDetail, agreedKopecks: number): boolean =>
  now.waitingCharges > 0 && now.remainingKopecks <= Math.min(agreedKopecks, now.balanceKopecks ?? agreedKopecks);

interface TypedCap {
  /** `undefined` until the user types a limit. */
  readonly cap: string | undefined;
}

interface Agreed {
  readonly capKopecks: number;
}

/** Shows the price and the remaining balance, and asks for a spending limit. The button names the action. */
export const StartForm = ({ run: { id: runId }, detail, onBack, onStarted }: StartFormProps) => {
  const { t } = useTranslation(['runPurchases', 'purchases', 'common']);
  const format = useFormat();
  const noService = useNoService();
  const action = useActionText();
  const least = Math.max(detail.totalKopecks, detail.capKopecks ?? 0);
  const readCap = ({ cap }: TypedCap): Read<Agreed> => {
    const capKopecks = cap === undefined ? least : parseRoubles(cap);
    return capKopecks === null || capKopecks < detail.totalKopecks ? unreadable() : { ok: true, value: { capKopecks } };
  };
  const form = useForm<TypedCap, Agreed>({ initial: { cap: undefined }, read: readCap, keys: { capKopecks: 'cap' } });
  const { cap: typed } = form.values;
  useUnsaved(typed !== undefined);
  const isReadable = typed === undefined || parseRoubles(typed) !== null;
  const isEnough = readCap(form.values).ok;
  const after = detail.balanceKopecks === null ? null : detail.balanceKopecks - detail.remainingKopecks;
  const isShort = after !== null && after < 0;
  const blocked = noService || !isEnough || isShort;
  const capError = isEnough
    ? form.problem('capKopecks')
    : isReadable
      ? t('runPurchases:cap.tooLow', { min: format.roublesShort(detail.totalKopecks) })
      : t('runPurchases:cap.unreadable');

  /** Asks for prices and balance again. If they exceed the price on the button, the new price is shown first. */
  const startAtFreshPrices = async ({ capKopecks }: Agreed) => {
    const fresh = await call('runs.requote', { runId });
    if (!fresh.ok) return fresh;
    const now = fresh.value.detail;
    if (now?.of !== 'purchases' || !isCovered(now, detail.remainingKopecks)) return ok(null);
    const agreed = { remainingKopecks: now.remainingKopecks, capKopecks, isUnguarded: detail.isUnguarded };
    return await call('runs.resume', { runId, agreed });
  };
  const begin = async () => {
    if (blocked) return;
    await form.submit(startAtFreshPrices, (started) => started !== null && onStarted?.());
  };
  return (
    <Form
      ref={form.ref}
      className={styles.panel ?? ''}
      onSubmit={() => undefined}
      aria-label={t('runPurchases:startLabel')}
    >
      <Warnings detail={detail} missingKopecks={isShort ? -after : 0} />
      <ErrorNotice error={form.error} />
      <Group gap="12px 32px" align="flex-end">
        <Sums detail={detail} afterKopecks={after} />
        <TextInput
          w={170}
          label={t('runPurchases:cap.label')}
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? amountText(least)}
          error={capError}
          onChange={(event) => form.change({ cap: event.currentTarget.value })}
        />
        <Group gap={8} wrap="nowrap" className="push">
          {onBack === undefined ? null : (
            <Button size="md" disabled={form.busy} onClick={onBack}>
              {t('common:actions.cancel')}
            </Button>
          )}
          <ServiceHint>
            <MoneyButton label={action(detail)} busy={form.busy} disabled={blocked} onClick={() => void begin()} />
          </ServiceHint>
        </Group>
      </Group>
    </Form>
  );
};

interface WarningsProps {
  readonly detail: PurchasesDetail;
  /** The part of the price that the balance does not cover. */
  readonly missingKopecks: number;
}

const Warnings = ({ detail, missingKopecks }: WarningsProps) => {
  const { t } = useTranslation('runPurchases');
  const format = useFormat();
  const { formerRemainingKopecks: before, remainingKopecks, datesAsOf } = detail;
  return (
    <>
      {before === null || before === remainingKopecks ? null : (
        <Notice tone="warn" live="alert">
          {t('pricesChanged', { before: format.roublesShort(before), after: format.roublesShort(remainingKopecks) })}
        </Notice>
      )}
      {datesAsOf === null || !bulkView(detail.params.kind).hasDatesOfCopy ? null : (
        <Notice tone="warn">{t('datesOfCopy', { moment: format.dateTime(datesAsOf) })}</Notice>
      )}
      {detail.isUnguarded ? <Unguarded /> : null}
      {missingKopecks === 0 ? null : (
        <Notice tone="warn">{t('notCovered', { missing: format.roublesShort(missingKopecks) })}</Notice>
      )}
    </>
  );
};

interface SumsProps {
  readonly detail: PurchasesDetail;
  /** The balance after the run; `null` if the balance is not known. */
  readonly afterKopecks: number | null;
}

const Sums = ({ detail, afterKopecks }: SumsProps) => {
  const { t } = useTranslation(['runPurchases', 'common']);
  const format = useFormat();
  const amount = (kopecks: number | null): string => (kopecks === null ? '—' : format.roubles(kopecks));
  return (
    <dl className={`${styles.sums} selectable`}>
      <div>
        <dt>{t('common:words.total')}</dt>
        <dd className={styles.sum}>{format.roubles(detail.remainingKopecks)}</dd>
      </div>
      <div>
        <dt>{t('runPurchases:facts.charges')}</dt>
        <dd>{format.number(detail.waitingCharges)}</dd>
      </div>
      <div>
        <dt>{t('common:words.balance')}</dt>
        <dd>{amount(detail.balanceKopecks)}</dd>
      </div>
      <div>
        <dt>{t('runPurchases:facts.after')}</dt>
        <dd>{amount(afterKopecks)}</dd>
      </div>
    </dl>
  );
};
