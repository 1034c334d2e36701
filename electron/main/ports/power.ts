import { powerMonitor } from 'electron';
import type { Power } from '#core/ports.ts';

export const systemPower: Power = {
  onChange: (listener) => {
    const asleep = (): void => listener('asleep');
    const awake = (): void => listener('awake');
    powerMonitor.on('suspend', asleep);
    powerMonitor.on('resume', awake);
    return () => {
      powerMonitor.off('suspend', asleep);
      powerMonitor.off('resume', awake);
    };
  },
};
