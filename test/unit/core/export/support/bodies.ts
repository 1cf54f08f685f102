import type { ExportBody } from '../../../../../src/core/service/exportBody';

export interface TestBody extends ExportBody {
	readonly released: () => boolean;
}

/** Creates a response body that throws `failure`, if there is one, instead of ending. */
export function getBody(
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
