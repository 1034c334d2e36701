import { MAX_QUANTITY } from '#shared/domain/recipe.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { changeDraft, type GeneratorDraft } from './generator-store.ts';

interface QuantityFieldProps {
  readonly label: string;
  readonly draft: GeneratorDraft;
  readonly error: string | undefined;
}

/** How many lines the draft asks for. */
export const QuantityField = ({ label, draft, error }: QuantityFieldProps) => (
  <NumberField
    label={label}
    // The problem may be longer than the number.
    styles={{ wrapper: { width: 180 } }}
    step={100}
    min={1}
    max={MAX_QUANTITY}
    value={draft.quantity}
    onChange={(quantity) => changeDraft({ quantity })}
    error={error}
  />
);
