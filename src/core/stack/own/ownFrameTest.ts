import type { Frame } from '../trace/model';
import { isLibraryFrame } from './libraryFrame';
import type { OwnCode } from './ownCode';

export class OwnFrameTest {
	/** Links of frames in the user's code. All copies of a frame share the same `link` object, which identifies them. */
	private readonly known = new WeakSet<object>();

	constructor(private readonly own: OwnCode) {}

	readonly isOwn = (frame: Frame): boolean => !isLibraryFrame(frame, this.own.declares);

	/** Like `isOwn`, but caches positive results for deobfuscated frames, which many traces share. */
	readonly isOwnKnown = (frame: Frame): boolean => {
		const { link } = frame;
		if (link && this.known.has(link)) {
			return true;
		}
		const isOwn = this.isOwn(frame);
		// Negative results aren't cached, because most library frames occur in only one trace.
		if (isOwn && link) {
			this.known.add(link);
		}
		return isOwn;
	};
}
