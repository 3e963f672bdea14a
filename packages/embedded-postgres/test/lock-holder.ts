import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** As long as one start stands in the way of another that asks at the same instant. */
const HELD_MS = 100;

const database = new DatabaseSync(workerData as string);
database.exec('BEGIN; SELECT * FROM sqlite_schema');
parentPort?.postMessage('held');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_MS);
database.exec('ROLLBACK');
database.close();
