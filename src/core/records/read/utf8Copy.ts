import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Encoding } from '../../../shared/results';
import { throwIfAborted } from '../../common/cancellation';
import { onDisk } from '../../files/diskError';
import { labels } from './fileForm';
import type { ReadableFile } from './readableFile';

const chunkBytes = 256 * 1024;

/**
 * The same text in UTF-8, in a file that has no name any more once it is open where the system allows that (Windows does
 * not): records hold personal data, and nothing of them may be left behind.
 */
export class Utf8Copy implements AsyncDisposable {
	private constructor(
		readonly handle: FileHandle,
		private readonly folder: string,
	) {}

	/**
	 * @param original Read from its beginning to its end, and left open.
	 * @throws AppError `disk`, of the temporary folder, or `cancelled`
	 */
	static async of(original: ReadableFile, encoding: Encoding, signal?: AbortSignal): Promise<Utf8Copy> {
		const around = tmpdir();
		return onDisk(around, async () => {
			const folder = await mkdtemp(join(around, 'app-errors-'));
			const copy = new Utf8Copy(await open(join(folder, 'records'), 'wx+', 0o600), folder);
			try {
				await rm(folder, { recursive: true }).catch(() => undefined);
				await copy.take(original, new TextDecoder(labels[encoding]), signal);
				return copy;
			} catch (error) {
				await copy[Symbol.asyncDispose]();
				throw error;
			}
		});
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.handle.close();
		await rm(this.folder, { recursive: true, force: true }).catch(() => undefined);
	}

	private async take(
		original: ReadableFile,
		decoder: InstanceType<typeof TextDecoder>,
		signal?: AbortSignal,
	): Promise<void> {
		const buffer = Buffer.allocUnsafeSlow(chunkBytes);
		for (let offset = 0; ; ) {
			const { bytesRead } = await original.read(buffer, 0, chunkBytes, offset);
			offset += bytesRead;
			signal && throwIfAborted(signal);
			await this.handle.appendFile(decoder.decode(buffer.subarray(0, bytesRead), { stream: bytesRead > 0 }));
			if (bytesRead === 0) {
				return;
			}
		}
	}
}
