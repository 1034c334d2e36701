import { Button, Checkbox, Group, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StandingOrder } from '#shared/contract/standing.ts';
import { MAX_TIMES_EACH, REQUIRED_PAYMENTS, STANDING_MODES } from '#shared/domain/standing-rules.ts';
import { call } from '../../bridge/desk.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { FIRST_CHOICE, RECURRING_CHOICES, recurringView } from '../../parts/products/index.ts';
import type { StandingFormStart } from '../../parts/standing/draft-store.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SubmitButton } from '../../ui/service-hint.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useUnsaved } from '../../ui/use-escape.ts';
import { ZoneField } from '../../ui/zone-field.tsx';
import { CostNow } from './cost-now.tsx';
import styles from './standing.module.css';
import { TargetFields } from './target-fields.tsx';
import { ORDER_KEYS, readOrder, type TypedOrder, typedOrder } from './typed-order.ts';

interface OrderFormProps {
  readonly begin: Pick<StandingFormStart, 'kind' | 'targets' | 'like'>;
  /** The order that is edited. */
  readonly orderId?: number;
  /** The name of the form for a new order, under which its typed values are kept when the user opens another screen. */
  readonly keptAs?: string;
  readonly onSaved: (order: StandingOrder) => void;
  readonly onClose: () => void;
}

type EditProps = Pick<OrderFormProps, 'onSaved' | 'onClose'> & { readonly orderId: number };

/** The form for an existing order. */
export const EditOrder = ({ orderId, ...rest }: EditProps) => {
  const { value, error, reload } = useQuery('standing.get', { orderId });
  if (value === undefined) {
    return error === undefined ? <Skeleton height={44} m={16} /> : <ErrorNotice error={error} onRetry={reload} strip />;
  }
  const { order, targets } = value;
  return (
    <StandingOrderForm
      begin={{ kind: order.action?.kind ?? FIRST_CHOICE, targets, like: order }}
      orderId={orderId}
      {...rest}
    />
  );
};

/** Chooses what is bought for whom, when, and within which limits. */
export const StandingOrderForm = ({ begin, orderId, keptAs, onSaved, onClose }: OrderFormProps) => {
  const { t } = useTranslation(['standing', 'common']);
  const language = useLanguage();
  const [first] = useState(() => typedOrder(begin, begin.like, language));
  // An order that was changed in the meantime has other first values, which must not be overwritten with older ones.
  const [name] = useState(() => keptAs ?? `standing order ${orderId} ${JSON.stringify(first)}`);
  const form = useForm({ initial: first, read: readOrder, keys: ORDER_KEYS, keptAs: name });
  const { values: typed, change, problem } = form;
  const { ActionFields } = recurringView(typed.kind);
  const isNew = orderId === undefined;
  useUnsaved(JSON.stringify(typed) !== JSON.stringify(first));

  const submit = () =>
    form.submit(
      (terms) => call('standing.save', { ...terms, ...(isNew ? {} : { orderId }) }),
      (order) => {
        doneToast(t('saved'));
        onSaved(order);
      },
    );
  const close = () => {
    form.discard();
    onClose();
  };
  const setKind = (kind: TypedOrder['kind']) => {
    const isFitting = typed.targets.of !== 'proxies' || recurringView(kind).takes === 'proxies';
    change({ kind, ...(isFitting ? {} : { targets: { of: 'clients', clientIds: [] } }) });
  };
  return (
    <Form ref={form.ref} className={styles.detail} aria-label={isNew ? t('add') : t('form.edit')} onSubmit={submit}>
      <CardHead title={isNew ? t('add') : t('form.edit')} closeLabel={t('close')} onClose={close} takesFocus />
      <div className={styles.section}>
        <ChoiceField
          label={t('form.kind')}
          value={typed.kind}
          data={RECURRING_CHOICES.map((kind) => ({ value: kind, label: t(`form.kinds.${kind}`) }))}
          onChange={setKind}
        />
        <TargetFields
          kind={typed.kind}
          targets={typed.targets}
          onChange={(targets) => change({ targets })}
          error={problem('targets')}
        />
        <ActionFields terms={typed} onChange={change} problem={problem} />
      </div>
      <div className={styles.section}>
        <ChoiceField
          label={t('form.mode')}
          description={t(`form.modeHelp.${typed.mode}`)}
          value={typed.mode}
          data={STANDING_MODES.map((mode) => ({ value: mode, label: t(`form.modes.${mode}`) }))}
          onChange={(mode) => change({ mode })}
        />
        <div className="pair">
          <NumberField decimal label={t('form.ceiling')} {...form.field('ceiling')} />
          <NumberField decimal label={t('form.cap')} {...form.field('cap')} />
        </div>
        <CostNow typed={typed} />
        <ChoiceField
          label={t('form.payment')}
          description={t(`form.paymentHelp.${typed.payment}`)}
          value={typed.payment}
          data={REQUIRED_PAYMENTS.map((payment) => ({ value: payment, label: t(`form.payments.${payment}`) }))}
          onChange={(payment) => change({ payment })}
        />
        <NumberField
          label={t('form.times')}
          description={t('form.timesHelp')}
          max={MAX_TIMES_EACH}
          {...form.field('times')}
        />
        <Checkbox label={t('form.hours')} description={t('form.hoursHelp')} {...form.box('hasHours')} />
        {typed.hasHours ? (
          <div className="pair">
            <TextInput
              label={t('form.from')}
              value={typed.from}
              error={problem('hours')}
              onChange={(event) => change({ from: event.currentTarget.value })}
            />
            <TextInput
              label={t('form.to')}
              value={typed.to}
              error={problem('hours') === undefined ? undefined : true}
              onChange={(event) => change({ to: event.currentTarget.value })}
            />
          </div>
        ) : null}
        <ZoneField label={t('form.zone')} description={t('form.zoneHelp')} {...form.field('zone')} />
        <TextInput
          label={t('common:words.title')}
          description={t('form.nameHelp')}
          maxLength={100}
          {...form.input('name')}
        />
        <ErrorNotice error={form.error} />
        <Group gap={8}>
          <SubmitButton variant="filled" loading={form.busy}>
            {isNew ? t('form.create') : t('form.save')}
          </SubmitButton>
          <Button disabled={form.busy} onClick={close}>
            {t('common:actions.cancel')}
          </Button>
        </Group>
      </div>
    </Form>
  );
};
