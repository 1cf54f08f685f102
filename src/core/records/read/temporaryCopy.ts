import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onDisk } from '../../files/diskError';
import { DiskSpace } from '../../files/diskSpace';
import { nodeFiles } from '../../files/durableFile';

/** Temporary file with records. It is deleted while open (except on Windows), so that no personal data remains. */
export class TemporaryCopy implements AsyncDisposable {
	private readonly space = new DiskSpace(tmpdir(), tmpdir(), nodeFiles);

	private constructor(
		readonly handle: FileHandle,
		private readonly temporary: string,
	) {}

	/** @throws AppError `disk` if the temporary file or its folder can't be created */
	static async empty(): Promise<TemporaryCopy> {
		const around = tmpdir();
		return onDisk(around, async () => {
			const folder = await mkdtemp(join(around, 'app-errors-'));
			const copy = new TemporaryCopy(await open(join(folder, 'records'), 'wx+', 0o600), folder);
			await rm(folder, { recursive: true }).catch(() => undefined);
			return copy;
		});
	}

	/** @throws AppError `disk` */
	async append(bytes: Uint8Array): Promise<void> {
		await this.space.take(bytes.length);
		await onDisk(tmpdir(), () => this.handle.appendFile(bytes));
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.handle.close();
		await rm(this.temporary, { recursive: true, force: true }).catch(() => undefined);
	}
}
