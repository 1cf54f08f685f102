import { type BodyVerdict, checkBody, type ExpectedBody } from './bodyCheck';

/** Buffer size in bytes, sufficient for any header and the visible text of an error page. */
const capacity = 64 * 1024;

interface BodyHead {
	readonly verdict: Exclude<BodyVerdict, { kind: 'undecided' }>;
	readonly read: readonly Uint8Array[];
}

/** Reads chunks until it is clear whether the body contains records, a queue message or an error. */
export async function readHead(chunks: AsyncIterator<Uint8Array, void>, expected: ExpectedBody): Promise<BodyHead> {
	const beginning = Buffer.allocUnsafe(capacity);
	let length = 0;
	// Repeats the check only after the length has doubled. A check for each tiny chunk would take quadratic time.
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
