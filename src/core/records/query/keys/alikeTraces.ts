import type { Hash } from '../../../common/hash64';
import { WrittenTraceHash } from '../../../stack/mapping/writtenTraceHash';
import type { Frame, Trace } from '../../../stack/trace/model';
import { ByHash } from './byHash';

/**
 * What was made of deobfuscated traces, for those that differ from them only in what it does not depend on: a stack of one
 * build is deobfuscated once, whatever the messages and the frames of the platform are.
 */
export class AlikeTraces<T> {
	private readonly written = new WrittenTraceHash();
	private readonly known = new ByHash<T>();
	/** Of the trace that was looked for last. */
	private last: Hash | undefined;

	/** @param isOwn Whether a frame is of one's own code. */
	constructor(private readonly isOwn: (frame: Frame) => boolean) {}

	/** @param origin Where the record of the trace comes from. */
	find(trace: Trace, origin: number): T | undefined {
		this.last = this.written.read(trace, origin, this.isOwn);
		return this.last && this.known.find(this.last);
	}

	/**
	 * Keeps what was made of the trace that was looked for last, of nothing but its frames of one's own code.
	 * @param isOfPlatform Whether the mapping leaves the frames of a class as they are.
	 */
	keep(made: T, isOfPlatform: (type: string) => boolean): void {
		if (this.last && [...this.written.platformTypes].every(isOfPlatform)) {
			this.known.keep(this.last, made);
		}
	}
}
