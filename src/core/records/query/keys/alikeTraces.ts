import type { Hash } from '../../../common/hash64';
import { WrittenTraceHash } from '../../../stack/mapping/writtenTraceHash';
import type { Frame, Trace } from '../../../stack/trace/model';
import { ByHash } from './byHash';

/** Caches results by build and by the user's frames, even if messages or platform frames differ. */
export class AlikeTraces<T> {
	private readonly written = new WrittenTraceHash();
	private readonly known = new ByHash<T>();
	private last: Hash | undefined;

	constructor(private readonly isOwn: (frame: Frame) => boolean) {}

	find(trace: Trace, origin: number): T | undefined {
		this.last = this.written.read(trace, origin, this.isOwn);
		return this.last && this.known.find(this.last);
	}

	/** Caches a result for the trace last passed to `find`. The result must depend only on the user's frames. */
	keep(made: T, isOfPlatform: (type: string) => boolean): void {
		if (this.last && [...this.written.platformTypes].every(isOfPlatform)) {
			this.known.keep(this.last, made);
		}
	}
}
