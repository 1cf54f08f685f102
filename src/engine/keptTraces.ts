import type { Trace } from '../core/stack/trace/model';
import { RecentCache } from '../shared/recentCache';

/**
 * Characters of all traces that are kept. Some hundred values of records, or the longest text that the host opens; the
 * host closes what it does not need any more, and what it forgets to close goes when room is needed.
 */
const keptCharacters = 16_000_000;
/** What a line costs beside its text, as characters. */
const costOfLine = 100;

/** The traces of texts that were read, by the handle under which the host knows them. */
export class KeptTraces {
	private readonly kept = new RecentCache<string, readonly Trace[]>(keptCharacters, {
		weightOf: (traces) => traces.reduce(addWeight, 0),
	});

	/** The last text is kept whatever its length. */
	keep(handle: string, traces: readonly Trace[]): void {
		this.kept.set(handle, traces);
	}

	/** Undefined when it is not kept any more: the text must be read again. */
	find(handle: string, trace: number): Trace | undefined {
		return this.kept.get(handle)?.[trace];
	}

	close(handle: string): void {
		this.kept.delete(handle);
	}
}

function addWeight(sum: number, { lines }: Trace): number {
	return lines.reduce((weight, { length }) => weight + length + costOfLine, sum);
}
