import type { Trace } from '../core/stack/trace/model';
import { RecentCache } from '../shared/recentCache';

/** Maximum total length of the cached traces, in characters. Enough for several hundred record values. */
const maxCachedCharacters = 16_000_000;
/** Memory overhead of a line, in characters. */
const costOfLine = 100;

export class TraceCache {
	private readonly cached = new RecentCache<string, readonly Trace[]>(maxCachedCharacters, {
		weightOf: (traces) => traces.reduce(addWeight, 0),
	});

	/** Caches a text's traces. The most recent text is never evicted, regardless of its length. */
	keep(handle: string, traces: readonly Trace[]): void {
		this.cached.set(handle, traces);
	}

	/** Finds a cached trace. Undefined if it was evicted, in which case the caller must parse the text again. */
	find(handle: string, trace: number): Trace | undefined {
		return this.cached.get(handle)?.[trace];
	}

	close(handle: string): void {
		this.cached.delete(handle);
	}
}

function addWeight(sum: number, { lines }: Trace): number {
	return lines.reduce((weight, { length }) => weight + length + costOfLine, sum);
}
