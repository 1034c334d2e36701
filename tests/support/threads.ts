import type { ElectronApplication } from '@playwright/test';

type ThreadName = 'core' | 'sandbox';

/**
 * Runs a line of code in a thread of the app as a debugger would, through the inspector of the main process; so the app
 * itself needs nothing by which its threads could be ended. The thread must have answered a request before: in a thread that
 * Node is still setting up, `setImmediate` is lost or ends the whole app.
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

/** Throws an error that nobody catches, which ends the thread. */
export const killThread = (app: ElectronApplication, thread: ThreadName): Promise<void> =>
  runInThread(app, thread, 'setImmediate(() => { throw new Error("killed by the test"); })');
