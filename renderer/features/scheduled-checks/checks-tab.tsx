import { Checkbox, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduledChecks } from '#shared/contract/scheduled-checks.ts';
import { CHECK_HOURS, CHECK_RHYTHMS, type CheckRhythm } from '#shared/domain/check-rhythm.ts';
import { parseWholeNumber } from '#shared/domain/typed-number.ts';
import { call } from '../../bridge/desk.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { Answer } from '../../ui/answer.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Fact, FactList } from '../../ui/fact.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { ScreenBody } from '../../ui/screen.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ZoneField } from '../../ui/zone-field.tsx';
import { CheckedLists } from './checked-lists.tsx';
import styles from './checks-tab.module.css';

/** Chooses when proxies are checked automatically, and whether the dedicated ones are, and shows what was found. */
export const ChecksTab = ({ tabs }: { readonly tabs: ReactNode }) => {
  const { t } = useTranslation('common');
  const query = useQuery('scheduledChecks.get', {}, [
    'scheduledChecks.changed',
    'runs.changed',
    'dedicated.changed',
    'settings.changed',
    'lists.changed',
    'clients.changed',
  ]);
  return (
    <>
      <Toolbar label={t('words.whatToShow')}>{tabs}</Toolbar>
      <ScreenBody width={1240}>
        <Answer query={query} height={320}>
          {(known) => (
            <div className={styles.columns}>
              <div>
                <ScheduleForm key={JSON.stringify([known.enabled, termsOf(known)])} known={known} />
                <ScheduleFacts known={known} />
              </div>
              <CheckedLists known={known} />
            </div>
          )}
        </Answer>
      </ScreenBody>
    </>
  );
};

const termsOf = ({ every, hours, time, zone }: CheckRhythm): CheckRhythm => ({ every, hours, time, zone });

interface TypedSchedule extends Omit<CheckRhythm, 'hours'> {
  readonly enabled: boolean;
  readonly hours: string;
}

const ScheduleForm = ({ known }: { readonly known: ScheduledChecks }) => {
  const { t } = useTranslation(['checks', 'scheduledLists']);
  const form = useForm({
    initial: { ...termsOf(known), enabled: known.enabled, hours: String(known.hours) } satisfies TypedSchedule,
    // A text that is not a number becomes 0, which the core refuses with the name of the field. If the hours do not
    // apply, the saved ones stay.
    read: ({ hours, ...typed }: TypedSchedule) => {
      const count = parseWholeNumber(hours) ?? (typed.every === 'hours' ? 0 : known.hours);
      return { ok: true, value: { ...typed, hours: count } };
    },
  });
  const { enabled, every } = form.values;
  const submit = () =>
    form.submit(
      (terms) => call('scheduledChecks.save', terms),
      (saved) => doneToast(t(saved.enabled || saved.lists.length > 0 ? 'schedule.savedOn' : 'schedule.savedOff')),
    );
  return (
    <Form ref={form.ref} aria-label={t('schedule.label')} onSubmit={submit}>
      <Checkbox label={t('schedule.enabled')} description={t('schedule.enabledHint')} {...form.box('enabled')} />
      {enabled || known.lists.length > 0 ? (
        <>
          <ChoiceField
            label={t('scheduledLists:columns.rhythm')}
            data={CHECK_RHYTHMS.map((value) => ({ value, label: t(`schedule.every.${value}`) }))}
            {...form.field('every')}
          />
          {every === 'hours' ? (
            <NumberField label={t('schedule.hours')} {...CHECK_HOURS} {...form.field('hours')} />
          ) : (
            <>
              <TextInput
                label={t('scheduledLists:form.time')}
                description={t('scheduledLists:form.timeHintNone')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                {...form.input('time')}
              />
              <ZoneField
                label={t('scheduledLists:form.zone')}
                description={t('scheduledLists:form.zoneHint')}
                {...form.field('zone')}
              />
            </>
          )}
        </>
      ) : null}
      <ErrorNotice error={form.error} />
      <SaveButton loading={form.busy} />
    </Form>
  );
};

const ScheduleFacts = ({ known }: { readonly known: ScheduledChecks }) => {
  const { t } = useTranslation('checks');
  const format = useFormat();
  const now = useNow();
  const { enabled, nextAt, proxies, last, lists } = known;
  const lastText = (found: NonNullable<ScheduledChecks['last']>): string => {
    const { state, at, working, failed } = found;
    const moment = format.moment(at, now);
    if (state === 'running') return t('schedule.running', { moment });
    return t(state === 'done' ? 'schedule.found' : 'schedule.foundSoFar', { moment, working, failed });
  };
  return (
    <FactList label={t('schedule.facts')}>
      <Fact name={t('schedule.next')}>
        {nextAt === null
          ? t(lists.length === 0 ? 'schedule.off' : 'schedule.nothing')
          : nextAt <= now
            ? t('schedule.due')
            : format.moment(nextAt, now)}
      </Fact>
      <Fact name={t('schedule.dedicated')}>
        {enabled ? t('schedule.proxies', { count: proxies }) : t('schedule.notChecked')}
      </Fact>
      <Fact name={t('schedule.lastOfDedicated')}>
        {last !== null ? (
          <TextLink onGo={() => go('run', { runId: last.runId })}>{lastText(last)}</TextLink>
        ) : enabled ? (
          t('schedule.never')
        ) : null}
      </Fact>
    </FactList>
  );
};
