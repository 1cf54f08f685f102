import type { Frame } from '../trace/model';
import { isLibraryFrame } from './libraryFrame';
import type { OwnCode } from './ownCode';

export class OwnFrameTest {
	/** `link` objects of frames in the user's code. Copies of a frame share the same `link` object. */
	private readonly known = new WeakSet<object>();

	constructor(private readonly own: OwnCode) {}

	readonly isOwn = (frame: Frame): boolean => !isLibraryFrame(frame, this.own.declares);

	/** Variant of `isOwn` that caches positive results for deobfuscated frames, because many traces share them. */
	readonly isOwnKnown = (frame: Frame): boolean => {
		const { link } = frame;
		if (link && this.known.has(link)) {
			return true;
		}
		const isOwn = this.isOwn(frame);
		// Negative results are not cached, because most frames belong to libraries and occur in only one trace.
		if (isOwn && link) {
			this.known.add(link);
		}
		return isOwn;
	};
}
