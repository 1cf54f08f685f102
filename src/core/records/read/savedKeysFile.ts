import { cancelled } from '../../common/cancellation';
import { Scheduler } from '../../common/scheduler';
import type { Fingerprint } from '../indexFile/fingerprint';
import { readKeys, writeKeys } from '../indexFile/savedKeys';
import type { HashedKeys, KeyPart } from '../table/keyPart';

/** Saves group keys next to a record file. Disposal cancels pending writes. */
export class SavedKeysFile implements AsyncDisposable {
	private readonly closing = new AbortController();
	private writing: Promise<void> = Promise.resolve();

	constructor(
		private readonly path: string,
		private readonly fingerprint: () => Promise<Fingerprint>,
	) {}

	of(records: number, isSame: () => Promise<boolean>): Pick<KeyPart, 'read' | 'keep' | 'settled'> {
		return {
			read: async (own) => readKeys(this.path, await this.fingerprint(), own, records),
			keep: (own, keys) => {
				const write = async () => this.write(own, await keys, isSame);
				// Prevents an unhandled rejection. Callers that await the write still get the error.
				keys.catch(() => undefined);
				this.writing = this.writing.then(() => write().catch(() => undefined));
				return this.writing;
			},
			settled: () => this.writing,
		};
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.closing.abort(cancelled());
		await this.writing;
	}

	private async write(own: string, keys: HashedKeys, isSame: () => Promise<boolean>): Promise<void> {
		if (this.closing.signal.aborted) {
			return;
		}
		const of = await this.fingerprint();
		if (await isSame()) {
			await writeKeys(this.path, keys, of, own, new Scheduler(this.closing.signal));
		}
	}
}
