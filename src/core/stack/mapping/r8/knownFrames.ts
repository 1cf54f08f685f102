import type { Frame } from '../../trace/model';
import type { MappedFrame } from '../result/mapped';
import type { Resolution } from './resolveFrame';
import type { MinifiedFrame } from './sourcePlaces';

/** What a mapping said of one frame. */
export interface KnownFrame {
	readonly frame: MinifiedFrame;
	/** Where nothing around it counts. */
	resolution?: Resolution;
	/** What is shown in its place, where the line is so. */
	shown?: { readonly source: Frame; readonly frames: readonly MappedFrame[] };
	/** Whether it speaks for the mapping, see `retraceFit`; unknown before it was asked. */
	speaks?: { readonly answer: boolean | undefined };
}

/** A method and a position in it; frames of it may differ in the file they name. */
export interface KnownPlace {
	readonly method: string;
	readonly frames: KnownFrame[];
}

/**
 * What a mapping said of frames: a stack that overflowed has the same few thousands of times, and traces of one build have
 * them as well.
 */
export class KnownFrames {
	private readonly byType = new Map<string, Map<number | undefined, KnownPlace[]>>();
	private readonly platformTypes = new Map<string, boolean>();
	/** How many frames there are. */
	size = 0;

	/** What a test says of a class, asked once. */
	isOfPlatform(type: string, test: (type: string) => boolean): boolean {
		let answer = this.platformTypes.get(type);
		if (answer === undefined) {
			answer = test(type);
			this.platformTypes.set(type, answer);
		}
		return answer;
	}

	/** The same object for each frame of a method and position. */
	placeOf({ type, method, position }: MinifiedFrame): KnownPlace {
		let ofType = this.byType.get(type);
		if (!ofType) {
			ofType = new Map();
			this.byType.set(type, ofType);
		}
		let places = ofType.get(position);
		if (!places) {
			places = [];
			ofType.set(position, places);
		}
		let place = places.find((known) => known.method === method);
		if (!place) {
			place = { method, frames: [] };
			places.push(place);
		}
		return place;
	}

	/** The same object for equal frames, of the place. */
	of(frame: MinifiedFrame, { frames } = this.placeOf(frame)): KnownFrame {
		let known = frames.find((one) => one.frame.file === frame.file && one.frame.line1 === frame.line1);
		if (!known) {
			known = { frame };
			frames.push(known);
			this.size++;
		}
		return known;
	}

	clear(): void {
		this.byType.clear();
		this.platformTypes.clear();
		this.size = 0;
	}
}
