import { type Message, sessionBus } from '@jellybrick/dbus-next';
import { answerCalls, type BusAnswer } from './bus.ts';

const NAME = 'org.freedesktop.Notifications';

/** Acts as the part of a desktop that shows notifications. */
export interface NotificationDaemon {
  /** The texts of the notifications that arrived, without their titles. */
  bodies(): readonly string[];
  close(): Promise<void>;
}

/** Starts it on a session's bus; by default on the bus of the tests. */
export const startNotificationDaemon = async (
  busAddress = process.env.DBUS_SESSION_BUS_ADDRESS ?? '',
): Promise<NotificationDaemon> => {
  const bus = sessionBus({ busAddress });
  const bodies: string[] = [];
  const answer = ({ member, body }: Message): BusAnswer | null => {
    switch (member) {
      case 'GetCapabilities':
        return ['as', [['body']]];
      case 'GetServerInformation':
        return ['ssss', ['tests', 'tests', '1', '1.2']];
      case 'Notify':
        return ['u', [bodies.push(String(body[4]))]];
      case 'CloseNotification':
        return ['', []];
      default:
        return null;
    }
  };
  answerCalls(bus, '/org/freedesktop/Notifications', answer);
  await bus.requestName(NAME, 0);
  return {
    bodies: () => bodies,
    close: async () => {
      await bus.releaseName(NAME);
      bus.disconnect();
    },
  };
};
