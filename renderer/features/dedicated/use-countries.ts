import { useCallback, useEffect, useRef, useState } from 'react';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import type { Ipv } from '#shared/domain/limits.ts';
import { call } from '../../bridge/desk.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { registerRetry } from '../../bridge/unhandled-errors.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';

type Countries = ProcedureOutput<'dedicated.countries'>;
type Availability = ProcedureOutput<'dedicated.availability'>;

interface CountriesOf {
  readonly countries: Countries['rows'];
  readonly query: Query<Countries>;
  readonly availabilityOf: (code: string) => Availability | undefined;
  /**
   * Requests the number of proxies left in these countries, once for each. Recent answers of the core cost no request.
   */
  readonly need: (codes: readonly string[]) => void;
  readonly refresh: (code: string) => void;
}

const NOTHING: Countries['rows'] = [];

/** The countries of one kind. Their counts are requested as they scroll into view. */
export const useCountries = (ipv: Ipv): CountriesOf => {
  const noService = useNoService();
  const query = useQuery('dedicated.countries', { ipv });
  const [read, setRead] = useState<ReadonlyMap<string, Availability>>(new Map());
  const asked = useRef(new Set<string>());
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  const ask = useCallback(
    async (code: string, refresh: boolean) => {
      const result = await call('dedicated.availability', { ipv, countryCode: code, refresh });
      if (!shown.current) return;
      if (result.ok) setRead((before) => new Map(before).set(`${ipv} ${code}`, result.value));
      else {
        asked.current.delete(`${ipv} ${code}`);
        registerRetry(result.error, () => void ask(code, refresh));
      }
    },
    [ipv],
  );

  const need = useCallback(
    (codes: readonly string[]) => {
      if (noService) return;
      for (const code of codes) {
        const key = `${ipv} ${code}`;
        if (asked.current.has(key)) continue;
        asked.current.add(key);
        void ask(code, false);
      }
    },
    [ask, ipv, noService],
  );

  const rows = query.value?.rows ?? NOTHING;
  return {
    countries: rows,
    query,
    availabilityOf: (code) =>
      read.get(`${ipv} ${code}`) ?? rows.find((country) => country.code === code)?.available ?? undefined,
    need,
    refresh: (code) => void ask(code, true),
  };
};
