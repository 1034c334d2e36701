import { useEffect, useState } from 'react';
import type { Result } from '#shared/result.ts';
import { markTold } from '../../bridge/untold.ts';
import type { SelectOption } from '../../ui/select-option.ts';
import type { RowPage } from '../../ui/use-windowed-rows.ts';
import { PILLS_SHOWN } from '../../ui/virtual-multi-select.tsx';

type FetchPage = (search: string, offset: number, limit: number) => Promise<Result<RowPage<SelectOption>>>;

/** Those that begin with a code stand before the rest; so many may. */
const ALIKE = 500;

/**
 * Names of chosen places, by code: whoever comes back to a form, or opens a preset, has seen no list of them yet. They are in
 * the lists that the core keeps, also without a network; where none is to be had the code stands for the name.
 */
export const usePlaceNames = (codes: readonly string[], key: string, fetchPage: FetchPage) => {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = JSON.stringify([key, codes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same codes under the same key have the same names.
  useEffect(() => {
    let isWanted = true;
    for (const code of codes.slice(0, PILLS_SHOWN).filter((one) => !names.has(one))) {
      void fetchPage(code, 0, ALIKE).then((result) => {
        if (!result.ok) return markTold(result.error);
        const found = result.value.rows.find((place) => place.code === code);
        if (isWanted && found !== undefined) setNames((before) => new Map(before).set(code, found.name));
      });
    }
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  return (code: string): string => names.get(code) ?? code;
};
