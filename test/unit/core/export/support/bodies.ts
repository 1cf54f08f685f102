import type { ExportBody } from '../../../../../src/core/service/exportBody';

export interface TestBody extends ExportBody {
	/** Whether somebody has let go of the chunks or read them to the end. */
	readonly released: () => boolean;
}

/** A body of the given pieces. @param failure Thrown in place of the end. */
export function bodyOf(
	pieces: Iterable<Uint8Array | string>,
	{ failure, ...told }: { totalBytes?: number; failure?: Error; untilClosed?: true; moreCame?: () => boolean } = {},
): TestBody {
	let released = false;
	async function* chunks() {
		try {
			for (const piece of pieces) {
				yield typeof piece === 'string' ? Buffer.from(piece) : piece;
			}
			if (failure) {
				throw failure;
			}
		} finally {
			released = true;
		}
	}
	return { chunks: chunks(), totalBytes: undefined, ...told, released: () => released };
}

/** A body that gives its pieces and then nothing more, for ever. */
export function stalledBody(pieces: readonly string[], onStall: () => void): ExportBody {
	async function* chunks() {
		for (const piece of pieces) {
			yield Buffer.from(piece);
		}
		onStall();
		await new Promise(() => {});
	}
	return { chunks: chunks(), totalBytes: undefined };
}

export const neverAborted: AbortSignal = new AbortController().signal;
