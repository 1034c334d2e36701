import { MAX_DAYS_BEFORE } from '#shared/domain/standing-rules.ts';
import { parseWholeNumber, wholeNumberProblems } from '#shared/domain/typed-number.ts';
import { useWords } from '../../i18n/words.ts';
import { type Read, unreadable } from '../../ui/form/form-state.ts';
import { NumberField } from '../../ui/number-field.tsx';
import type { TermsProps } from './product-view.ts';

/** Reads how many days before the end a standing order pays. */
export const readDaysBefore = (typed: string): Read<number> => {
  const problems = wholeNumberProblems('daysBefore', typed, { min: 0, max: MAX_DAYS_BEFORE });
  return problems.length > 0 ? unreadable(...problems) : { ok: true, value: parseWholeNumber(typed) ?? 0 };
};

/** Chooses how many days before the end a standing order pays. */
export const DaysBeforeField = ({ terms, onChange, problem }: TermsProps<{ readonly daysBefore: string }>) => {
  const { t } = useWords();
  return (
    <NumberField
      label={t('standing:form.daysBefore')}
      description={t('standing:form.daysBeforeHelp')}
      max={MAX_DAYS_BEFORE}
      value={terms.daysBefore}
      onChange={(daysBefore) => onChange({ daysBefore })}
      error={problem('daysBefore')}
    />
  );
};
