import { setTimeout as pause } from 'node:timers/promises';
import { type ListedObject, type ListKind, readListPage } from './list-page.ts';
import { ObjectStoreError } from './object-store-error.ts';
import {
  type BucketAccess,
  faultOfAnswer,
  type StoreAnswer,
  type StoreRequest,
  sendSigned,
} from './send-signed.ts';

/** A bucket: what is put is there once `put` has returned. Each call takes at most two tries of `tryMs`, or throws `ObjectStoreError`. */
export type ObjectStore = {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined where there is no such object. */
  get(name: string): Promise<Buffer | undefined>;
  /** Deletes an object with all its versions; one that is not there is deleted. */
  remove(name: string): Promise<void>;
  /** Every object whose name begins with `prefix`, a page of up to 1,000 at a time. */
  list(prefix: string): AsyncGenerator<readonly ListedObject[]>;
};

/** What a bucket is opened with; `tryMs` is the time of one try. */
export type ObjectStoreOptions = BucketAccess & { tryMs?: number; random: () => number };

const TRY_MS = 3_000;
const PAUSE_MS = 200;

/** What another try may mend; a key that is refused, or a store that is full, stays so. */
const isPassing = (error: unknown): boolean =>
  error instanceof ObjectStoreError && ['away', 'late', 'broken'].includes(error.fault);

type Ask = (request: StoreRequest, good: readonly number[]) => Promise<StoreAnswer>;

function createAsk(access: ObjectStoreOptions): Ask {
  const { tryMs = TRY_MS, random } = access;
  const once: Ask = async (request, good) => {
    const answer = await sendSigned(access, request, tryMs);
    if (!good.includes(answer.status)) throw faultOfAnswer(answer);
    return answer;
  };
  return async (request, good) => {
    try {
      return await once(request, good);
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(PAUSE_MS * (0.5 + random()));
      return once(request, good);
    }
  };
}

async function* listPages(ask: Ask, kind: ListKind, prefix: string): AsyncGenerator<ListedObject[]> {
  const first = kind === 'objects' ? { 'list-type': '2' } : { versions: '' };
  let from: Readonly<Record<string, string>> | undefined = {};
  while (from) {
    const { body } = await ask({ method: 'GET', query: { ...first, prefix, ...from } }, [200]);
    const page = readListPage(kind, body.toString('utf8'));
    yield page.objects;
    from = page.next;
  }
}

/** Every version and delete marker of one object. */
async function listVersions(ask: Ask, name: string): Promise<string[]> {
  const ids: string[] = [];
  // A prefix finds objects whose names go on, too.
  for await (const page of listPages(ask, 'versions', name))
    for (const { name: found, versionId } of page) if (found === name && versionId) ids.push(versionId);
  return ids;
}

/** Opens a bucket; nothing is sent yet. */
export function openObjectStore(options: ObjectStoreOptions): ObjectStore {
  const ask = createAsk(options);
  return {
    put: async (name, body) => void (await ask({ method: 'PUT', name, body }, [200, 201])),
    async get(name) {
      const { status, body } = await ask({ method: 'GET', name }, [200, 404]);
      if (status === 200) return body;
      // A bucket that is not there answers 404, too.
      const fault = faultOfAnswer({ status, body });
      if (fault.message.includes('NoSuchBucket')) throw fault;
      return undefined;
    },
    async remove(name) {
      const { isOfVersions } = await ask({ method: 'DELETE', name }, [200, 204, 404]);
      if (!isOfVersions) return;
      for (const versionId of await listVersions(ask, name))
        await ask({ method: 'DELETE', name, query: { versionId } }, [200, 204, 404]);
    },
    list: (prefix) => listPages(ask, 'objects', prefix),
  };
}
