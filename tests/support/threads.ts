import type { ElectronApplication } from '@playwright/test';

type ThreadName = 'core' | 'sandbox';

/**
 * Has a thread of the app run a line of code, as a debugger would: through the inspector of the main process, so that
 * the app has nothing in it by which its threads could be ended. The thread must have answered something before: in one
 * that Node is still setting up `setImmediate` is lost, or ends the whole app.
 */
export const runInThread = (app: ElectronApplication, thread: ThreadName, expression: string): Promise<void> =>
  app.evaluate(
    async (_electron, [name, code]) => {
      const { Session } = process.getBuiltinModule('node:inspector');
      const session = new Session();
      session.connect();
      try {
        const sessionId = await new Promise<string>((found) => {
          session.on('NodeWorker.attachedToWorker', ({ params }) => {
            if (params.workerInfo.title.endsWith(name)) found(params.sessionId);
          });
          session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
        });
        const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: code } });
        await new Promise<void>((done) => {
          session.on('NodeWorker.receivedMessageFromWorker', () => done());
          session.on('NodeWorker.detachedFromWorker', () => done());
          session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
        });
      } finally {
        session.disconnect();
      }
    },
    [thread, expression] as const,
  );

/** An error that nobody catches: the thread ends with it. */
export const killThread = (app: ElectronApplication, thread: ThreadName): Promise<void> =>
  runInThread(app, thread, 'setImmediate(() => { throw new Error("killed by the test"); })');
