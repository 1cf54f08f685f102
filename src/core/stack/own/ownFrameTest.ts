import type { Frame } from '../trace/model';
import { isLibraryFrame } from './libraryFrame';
import type { OwnCode } from './ownCode';

/** Tells frames of one's own code from those of libraries, for many traces. */
export class OwnFrameTest {
	/** Those that were judged: copies of a frame have its `link` in common, as the same object. */
	private readonly known = new WeakSet<object>();

	constructor(private readonly own: OwnCode) {}

	readonly isOwn = (frame: Frame): boolean => !isLibraryFrame(frame, this.own.declares);

	/** The same of frames that mappings made: traces have most of these in common. */
	readonly isOwnKnown = (frame: Frame): boolean => {
		const { link } = frame;
		if (link && this.known.has(link)) {
			return true;
		}
		const isOwn = this.isOwn(frame);
		// What a mapping leaves as it was written is of libraries mostly, and of this trace alone.
		if (isOwn && link) {
			this.known.add(link);
		}
		return isOwn;
	};
}
