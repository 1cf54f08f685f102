import { cancelled } from '../../common/cancellation';
import { Pace } from '../../common/pace';
import type { Fingerprint } from '../saved/fingerprint';
import { readKeys, writeKeys } from '../saved/savedKeys';
import type { HashedKeys, KeyPart } from '../table/keyPart';

/** Keys of a file's records that are kept beside it. What is being written when it is disposed of is given up. */
export class KeysBeside implements AsyncDisposable {
	private readonly closing = new AbortController();
	private writing: Promise<void> = Promise.resolve();

	/** @param fingerprint Of the file now. */
	constructor(
		private readonly path: string,
		private readonly fingerprint: () => Promise<Fingerprint>,
	) {}

	/** @param isSame Whether the file is what it was when it was opened. */
	of(isSame: () => Promise<boolean>): Pick<KeyPart, 'read' | 'keep' | 'settled'> {
		return {
			read: async (own) => readKeys(this.path, await this.fingerprint(), own),
			keep: (own, keys) => {
				const write = async () => this.write(own, await keys, isSame);
				// What fails meanwhile fails for whoever waits for it here.
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
			await writeKeys(this.path, keys, of, own, new Pace(this.closing.signal));
		}
	}
}
