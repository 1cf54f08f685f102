import { type BodyVerdict, checkBody, type ExpectedBody } from './bodyCheck';

/** Enough for every header, and for the words of a page. */
const capacity = 64 * 1024;

interface BodyHead {
	readonly verdict: Exclude<BodyVerdict, { kind: 'undecided' }>;
	/** All that was taken from the chunks, in order. */
	readonly read: readonly Uint8Array[];
}

/**
 * Takes chunks until it is certain what the body is.
 * @throws AppError `unexpectedBody` or `wrongHeader`
 */
export async function readHead(chunks: AsyncIterator<Uint8Array, void>, expected: ExpectedBody): Promise<BodyHead> {
	const beginning = Buffer.allocUnsafe(capacity);
	let length = 0;
	// Looking again only at twice the length keeps a body of tiny pieces from being read over and over.
	for (let nextCheck = 1; ; ) {
		const next = await chunks.next();
		const chunk = next.value ?? new Uint8Array();
		const fitting = chunk.subarray(0, capacity - length);
		beginning.set(fitting, length);
		length += fitting.length;
		const ended = next.done === true;
		const last = ended || length === capacity;
		if (!last && length < nextCheck) {
			continue;
		}
		nextCheck = length * 2;
		const bytes = beginning.subarray(0, length);
		const verdict = checkBody(bytes, expected, { ended, last });
		if (verdict.kind !== 'undecided') {
			return { verdict, read: [bytes, chunk.subarray(fitting.length)] };
		}
	}
}
