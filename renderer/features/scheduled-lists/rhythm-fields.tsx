import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { parseTimeOfDay } from '#shared/domain/quiet-hours.ts';
import { nextDay, RHYTHMS, type Rhythm } from '#shared/domain/rhythm.ts';
import { momentOn } from '#shared/domain/schedule-time.ts';
import { parseWholeNumber } from '#shared/domain/typed-number.ts';
import { isZone } from '#shared/domain/zoned-time.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ZoneField } from '../../ui/zone-field.tsx';

/** A rhythm whose day stays as typed. */
export interface TypedRhythm extends Omit<Rhythm, 'monthDay'> {
  readonly monthDay: string;
}

interface RhythmFieldsProps {
  readonly value: TypedRhythm;
  readonly zone: string;
  /** The day on which the list was last made, because it is made once a day. */
  readonly madeDay: string | null;
  readonly onChange: (rhythm: TypedRhythm) => void;
  readonly onZone: (zone: string) => void;
  readonly problem: (field: string) => string | undefined;
}

/** Chooses how often and when, and shows the next time. */
export const RhythmFields = ({ value, zone, madeDay, onChange, onZone, problem }: RhythmFieldsProps) => {
  const { t } = useTranslation('scheduledLists');
  const format = useFormat();
  const now = useNow();
  const monthDay = parseWholeNumber(value.monthDay) ?? 0;
  const isComplete = parseTimeOfDay(value.time) !== null && monthDay > 0 && isZone(zone);
  const day = isComplete ? nextDay({ ...value, monthDay }, now, zone, (one) => one === madeDay) : null;
  const next = day === null ? null : format.moment(momentOn(day, value.time, zone), now);
  return (
    <>
      <ChoiceField
        label={t('columns.rhythm')}
        value={value.every}
        data={RHYTHMS.map((every) => ({ value: every, label: t(`form.${every}`) }))}
        onChange={(every) => onChange({ ...value, every })}
      />
      <div className="pair">
        <TextInput
          label={t('form.time')}
          description={next === null ? t('form.timeHintNone') : t('form.timeHint', { next })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={value.time}
          error={problem('time')}
          onChange={(event) => onChange({ ...value, time: event.currentTarget.value })}
        />
        {value.every === 'month' ? (
          <NumberField
            label={t('form.monthDay')}
            description={t('form.monthDayHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={1}
            max={31}
            value={value.monthDay}
            error={problem('monthDay')}
            onChange={(typed) => onChange({ ...value, monthDay: typed })}
          />
        ) : null}
      </div>
      <ZoneField
        label={t('form.zone')}
        description={t('form.zoneHint')}
        value={zone}
        error={problem('zone')}
        onChange={onZone}
      />
    </>
  );
};
